"""Weights, gradients and optimiser states: what training keeps for each parameter, and where."""

from zahlwerk.sizing.expression import total
from zahlwerk.sizing.formula import formula


@formula("byte/parameter", "[bytes]:.0")
def state_size(recipe):
    """What the cards keep for one trained parameter. Source: ZeRO, arXiv 1910.02054, section 3.1."""
    return total(
        weights=recipe.weights,
        gradients=recipe.gradients,
        master_copy=recipe.master_copy,
        moments=recipe.moments,
    )


@formula("byte/parameter", "[bytes]:.0")
def host_size(recipe):
    """What host memory keeps for one parameter. Source: ZeRO-Offload, arXiv 2101.06840, section 3."""
    return total(
        gradients=recipe.host_gradients,
        master_copy=recipe.host_master_copy,
        moments=recipe.host_moments,
    )


@formula("byte/parameter", "[bytes]:.0")
def resumable_size(recipe):
    """What a checkpoint keeps for one parameter so that training can go on: weights, master copy and moments.

    Source: own composition; others keep less, so the parts are inputs.
    """
    return total(
        weights=recipe.weights,
        master_copy=recipe.master_copy + recipe.host_master_copy,
        moments=recipe.moments + recipe.host_moments,
    )


@formula("byte", "[GB]:.0")
def state_bytes(parameters, state_size):
    """Weights, gradients and optimiser states that the cards keep together. Source: ZeRO, section 3.1."""
    return parameters * state_size


@formula("byte", "[GB]:.1")
def state_share(state_bytes, cards):
    """The states each card keeps when they are divided evenly. Source: ZeRO, arXiv 1910.02054, section 5.3."""
    return state_bytes / cards


@formula("byte", "[GB]:.1")
def resident_bytes(weight_bytes, parameters, recipe, adapter_state_bytes):
    """Everything that stays on the cards between steps: weights, states of trained weights, and of the adapter.

    Frozen weights have no gradients and no moments. Source: ZeRO, section 3.1; LoRA, section 4.2.
    """
    return total(
        weights=weight_bytes,
        gradients=parameters * recipe.gradients,
        master_copy=parameters * recipe.master_copy,
        moments=parameters * recipe.moments,
        adapter=adapter_state_bytes,
    )


@formula("byte", "[GB]:.1")
def resident_share(weight_bytes, parameters, recipe, adapter_state_bytes, cards, zero_stage):
    """What one card keeps of that: stage 1 divides the optimiser's states, 2 gradients as well, 3 weights, too.

    Full sharding by FSDP is stage 3. The adapter's states are divided at stage 3 and whole on each card below.
    Source: ZeRO, arXiv 1910.02054, section 5 and Figure 1.
    """
    return total(
        weights=weight_bytes / (cards if zero_stage >= 3 else 1),
        gradients=parameters * recipe.gradients / (cards if zero_stage >= 2 else 1),
        optimiser=parameters * (recipe.master_copy + recipe.moments) / (cards if zero_stage >= 1 else 1),
        adapter=adapter_state_bytes / (cards if zero_stage >= 3 else 1),
    )


@formula("byte", "[GB]:.0")
def host_bytes(parameters, host_size):
    """Optimiser states and gradients kept in host memory, by the paper's count.

    Source: ZeRO-Offload, arXiv 2101.06840, section 3. DeepSpeed's own estimator counts more.
    """
    return parameters * host_size


@formula("byte", "[TB]:.1")
def resumable_checkpoint_bytes(parameters, resumable_size):
    """A checkpoint from which training can be resumed. Source: own composition."""
    return parameters * resumable_size


@formula("byte", "[TB]:.1")
def kept_checkpoint_bytes(resumable_checkpoint_bytes, kept):
    """Storage for all checkpoints that are kept. Source: own product."""
    return resumable_checkpoint_bytes * kept
