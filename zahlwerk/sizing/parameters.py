"""Parameters of a decoder, counted from its architecture. Independent counts: transformers on the meta device."""

from zahlwerk.sizing.expression import total
from zahlwerk.sizing.formula import formula


@formula("parameter", "[million]:.1")
def embedding_parameters(model):
    """Input embedding: one row per vocabulary entry. Source: shapes of the released checkpoint."""
    return model.vocabulary * model.hidden


@formula("parameter", "[million]:.1")
def output_parameters(model):
    """Output layer, none of its own where it is tied to the input embedding. Source: shapes of the checkpoint."""
    return 0 if model.tied_embeddings == 1 else model.vocabulary * model.hidden


@formula("parameter", "[million]:.1")
def attention_matrix_parameters(model):
    """Query, key, value and output projections of one layer. Source: shapes of the released checkpoint."""
    return total(
        query=model.hidden * model.query_heads * model.head_dim,
        key=model.hidden * model.kv_heads * model.head_dim,
        value=model.hidden * model.kv_heads * model.head_dim,
        output=model.query_heads * model.head_dim * model.hidden,
    )


@formula("parameter", "[million]:.3")
def attention_vector_parameters(model):
    """Biases, attention sinks, and query and key norms of one layer. Source: shapes of the checkpoint."""
    return total(
        qkv_biases=model.qkv_bias * (model.query_heads + 2 * model.kv_heads) * model.head_dim,
        output_bias=model.output_bias * model.hidden,
        sinks=model.sinks * model.query_heads,
        qk_norms=model.qk_norm * 2 * model.head_dim,
    )


@formula("parameter", "[million]:.3")
def router_parameters(model):
    """Router of one layer: one row, and perhaps one bias, per expert. Source: shapes of the checkpoint."""
    return (model.hidden + model.router_bias) * model.experts if model.experts > 1 else 0


@formula("parameter", "[billion]:.2")
def expert_matrix_parameters(model):
    """Gate, up and down matrices of all routed experts of one layer, or of its one MLP. Source: checkpoint shapes."""
    return 3 * model.experts * model.hidden * model.expert_width


@formula("parameter", "[billion]:.2")
def shared_expert_parameters(model):
    """Gate, up and down matrices of the experts of one layer that serve every token. Source: checkpoint shapes."""
    return 3 * model.shared_experts * model.hidden * model.expert_width


@formula("parameter", "[million]:.3")
def expert_bias_parameters(model):
    """Biases of all routed experts of one layer. Source: shapes of the released checkpoint."""
    return model.mlp_bias * model.experts * (2 * model.expert_width + model.hidden)


@formula("parameter", "[million]:.3")
def layer_norm_parameters(model):
    """The two norms of one layer. Source: shapes of the released checkpoint."""
    return 2 * model.hidden


@formula("parameter", "[billion]:.2")
def layer_parameters(
    attention_matrix_parameters,
    attention_vector_parameters,
    router_parameters,
    expert_matrix_parameters,
    shared_expert_parameters,
    expert_bias_parameters,
    layer_norm_parameters,
):
    """All parameters of one layer: the sum of its parts. Source: shapes of the released checkpoint."""
    return total(
        attention=attention_matrix_parameters,
        attention_vectors=attention_vector_parameters,
        router=router_parameters,
        experts=expert_matrix_parameters,
        shared_experts=shared_expert_parameters,
        expert_biases=expert_bias_parameters,
        norms=layer_norm_parameters,
    )


@formula("parameter", ":.0")
def final_norm_parameters(model):
    """The norm behind the last layer. Source: shapes of the released checkpoint."""
    return model.hidden


@formula("parameter", "[billion]:.2")
def root_parameters(embedding_parameters, output_parameters, final_norm_parameters):
    """What stands outside the layers: embedding, output layer and final norm. Source: shapes of the checkpoint."""
    return total(embedding=embedding_parameters, output=output_parameters, norm=final_norm_parameters)


@formula("parameter", "[billion]:.2")
def parameters(model, layer_parameters, root_parameters):
    """All parameters; tied embeddings count once. Source: for gpt-oss arXiv 2508.10925, Table 1, which agrees."""
    return model.layers * layer_parameters + root_parameters


@formula("parameter", "[billion]:.2")
def stage_parameters(parameters, embedding_parameters, model, pipeline_parallel):
    """Parameters in memory over all pipeline stages: a tied embedding lies on the first and on the last.

    Source: Megatron-LM, arXiv 2104.04473, section 2.2.
    """
    return parameters + (embedding_parameters if model.tied_embeddings == 1 and pipeline_parallel > 1 else 0)


@formula("parameter", "[billion]:.2")
def expert_parameters(model, expert_matrix_parameters, expert_bias_parameters):
    """Matrices and biases of all routed experts of all layers. Source: shapes of the released checkpoint."""
    return model.layers * (expert_matrix_parameters + expert_bias_parameters)


@formula("parameter", "[billion]:.2")
def active_parameters(model, parameters, expert_parameters, embedding_parameters):
    """Parameters that work on one token, by the model card's convention.

    The experts of one token, everything else, and the output layer; the input embedding is a look-up and does
    not count unless it is the output layer, too. Source: arXiv 2508.10925, Table 1.
    """
    return (
        parameters
        - expert_parameters * (model.experts - model.experts_per_token) / model.experts
        - (0 if model.tied_embeddings == 1 else embedding_parameters)
    )


@formula("1", "[percent]:.1")
def expert_share(expert_parameters, parameters):
    """The experts' share of all parameters. Source: own division of two counts."""
    return expert_parameters / parameters
