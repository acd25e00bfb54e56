"""Stock-car lines: one-line descriptions of vehicles, as magazines, newsletters and lists print them.

A text is divided into vehicles (`entries`), a vehicle's line into tokens (`tokens`), which are read clause by
clause (`reading` and the modules it names) by what the words mean (`lexicon`) into a sheet under construction
(`draft`) that is written out as commented YAML (`sheet_text`).
"""
