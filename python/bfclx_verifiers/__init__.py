"""The taskset of bfclx.rewards.verifiers under a name that verifiers finds: `vf-eval bfclx-verifiers`."""

from bfclx.rewards.verifiers import EntryTaskset

__all__ = ["EntryTaskset"]
