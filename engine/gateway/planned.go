package gateway

import (
	"github.com/grafana/sobek"

	"assay/engine/arrivals"
)

// planned tells what the schedule says of the running iteration besides its time: an object that
// has only what was said.
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
