package genai

import (
	"go.k6.io/k6/v2/metrics"
	"go.opentelemetry.io/otel/attribute"
)

// translation is the name and the description of a gw_ metric in the conventions.
type translation struct{ name, description string }

// translations has the gw_ metrics that mean what a metric of the conventions means. Those of
// gen_ai.server are measured within a server, which no client can do.
var translations = map[string]translation{
	"gw_e2e":         {"gen_ai.client.operation.duration", "GenAI operation duration."},
	"gw_first_event": {"gen_ai.client.operation.time_to_first_chunk", "Time to receive the first chunk of a stream."},
	"gw_itl":         {"gen_ai.client.operation.time_per_output_chunk", "Time between chunks of a stream with content."},
}

// boundaries are the buckets, in seconds, that the conventions ask for.
var boundaries = []float64{.01, .02, .04, .08, .16, .32, .64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92}

// operations are the values that the conventions know; other operations keep their own name.
var operations = map[string]string{
	"chat": "chat", "responses": "chat", "images": "generate_content", "video-create": "generate_content",
}

// attributes of a sample: those of the conventions, and the operation and scenario of Assay.
func attributes(tags *metrics.TagSet) []attribute.KeyValue {
	operation, _ := tags.Get("operation")
	name, known := operations[operation]
	if !known {
		name = operation
	}
	is := []attribute.KeyValue{
		attribute.String("gen_ai.operation.name", name),
		attribute.String("gen_ai.provider.name", "openai"),
		attribute.String("assay.operation", operation),
	}
	if scenario, ok := tags.Get("scenario"); ok {
		is = append(is, attribute.String("assay.scenario", scenario))
	}
	if instance, ok := tags.Get("instance_id"); ok {
		is = append(is, attribute.String("service.instance.id", instance))
	}
	if status, ok := tags.Get("status"); ok && status >= "400" {
		is = append(is, attribute.String("error.type", status))
	}
	return is
}
