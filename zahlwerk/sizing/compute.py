"""Floating-point work of a micro-batch, and the least time it takes."""

from zahlwerk.sizing.formula import formula


@formula("flop", "[TFLOP]:.0")
def compute_work(recipe, active_parameters, tokens):
    """Forward and backward pass of one micro-batch, without attention scores and recomputation.

    Source: Kaplan et al., arXiv 2001.08361, section 2.1: 2 flop per active parameter and token forward, and as
    many again for the gradient of the inputs; frozen weights need no gradient of their own.
    """
    return (recipe.forward_work + recipe.backward_work) * active_parameters * tokens


@formula("second", "[seconds]:.2", bound="min")
def compute_seconds(compute_work, card):
    """The least time one card needs for that at its dense peak."""
    return compute_work / card.dense_bf16
