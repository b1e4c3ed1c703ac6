"""The editor's server: what readers will see, followed as it is written, with what is wrong with it."""
