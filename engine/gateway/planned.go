package gateway

import (
	"github.com/grafana/sobek"

	"assay/engine/arrivals"
)

// planned returns what the schedule specifies for the running iteration besides its time: an object
// with those members only.
func (i *Instance) planned() *sobek.Object {
	object := i.vu.Runtime().NewObject()
	arrival := arrivals.FromContext(i.vu.Context())
	if arrival == nil {
		return object
	}
	if arrival.Scenario != "" {
		_ = object.Set("scenario", arrival.Scenario)
	}
	if arrival.PromptTokens > 0 {
		_ = object.Set("promptTokens", arrival.PromptTokens)
	}
	if arrival.AnswerTokens > 0 {
		_ = object.Set("answerTokens", arrival.AnswerTokens)
	}
	return object
}
