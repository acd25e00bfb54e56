"""Fuzzing of what reads text: see `targets` for what is fuzzed, `run` for how."""
