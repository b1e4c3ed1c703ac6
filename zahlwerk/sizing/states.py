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
    """What a checkpoint keeps for one parameter so that training can go on: weights, master copy and moments."""
    return total(
        weights=recipe.weights,
        master_copy=recipe.master_copy + recipe.host_master_copy,
        moments=recipe.moments + recipe.host_moments,
    )


@formula("byte", "[GB]:.1")
def weight_bytes(parameters, recipe):
    """All weights in the recipe's format."""
    return parameters * recipe.weights


@formula("byte", "[GB]:.1")
def weight_share(weight_bytes, cards):
    """The weights each card holds when they are divided evenly. Source: ZeRO, arXiv 1910.02054, section 5.3."""
    return weight_bytes / cards


@formula("byte", "[GB]:.0")
def state_bytes(parameters, state_size):
    """Weights, gradients and optimiser states that the cards keep together."""
    return parameters * state_size


@formula("byte", "[GB]:.1")
def state_share(state_bytes, cards):
    """The states each card keeps when they are divided evenly. Source: ZeRO, arXiv 1910.02054, section 5.3."""
    return state_bytes / cards


@formula("byte", "[GB]:.0")
def host_bytes(parameters, host_size):
    """Optimiser states and gradients kept in host memory, by the paper's count.

    Source: ZeRO-Offload, arXiv 2101.06840, section 3. DeepSpeed's own estimator adds a factor for buffers.
    """
    return parameters * host_size


@formula("byte", "[TB]:.1")
def resumable_checkpoint_bytes(parameters, resumable_size):
    """A checkpoint from which training can be resumed."""
    return parameters * resumable_size
