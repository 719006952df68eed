package gateway

import (
	"net/http"
	"strconv"
	"time"

	"github.com/grafana/sobek"
	"github.com/tidwall/gjson"

	"assay/engine/arrivals"
)

// Answer is what a script sees of an exchange: enough to continue, not to judge.
type Answer struct {
	Status            int         `js:"status"`
	Outcome           string      `js:"outcome"`
	RetryAfterSeconds sobek.Value `js:"retryAfterSeconds"`

	runtime   *sobek.Runtime
	operation string
	isStream  bool
	body      []byte
}

func newAnswer(runtime *sobek.Runtime, ended result) *Answer {
	answer := &Answer{
		Status:            ended.exchange.Status,
		Outcome:           ended.exchange.Outcome,
		RetryAfterSeconds: sobek.Undefined(),
		runtime:           runtime,
		operation:         ended.exchange.Request.Operation,
		isStream:          ended.exchange.IsStream,
		body:              ended.body,
	}
	if seconds, ok := retryAfter(ended.exchange.Headers); ok {
		answer.RetryAfterSeconds = runtime.ToValue(seconds)
	}
	return answer
}

// Field returns a string or number of the JSON body by its path, or undefined.
func (a *Answer) Field(path string) sobek.Value {
	if a.isStream {
		return sobek.Undefined()
	}
	switch value := gjson.GetBytes(a.body, path); value.Type {
	case gjson.String:
		return a.runtime.ToValue(value.Str)
	case gjson.Number:
		return a.runtime.ToValue(value.Num)
	default:
		return sobek.Undefined()
	}
}

// Text returns the content of a chat or a response, of a stream as much as arrived; "" for none.
func (a *Answer) Text() string {
	if !a.isStream {
		return gjson.GetBytes(a.body, textPaths[a.operation]).String()
	}
	var content []byte
	scanner := eventScanner{onEvent: func(data []byte) error {
		content = append(content, contentOf(a.operation, data)...)
		return nil
	}}
	_ = scanner.scan(a.body) // nothing stops it
	return string(content)
}

// textPaths are the paths to the text of an answer that is not a stream.
var textPaths = map[string]string{"chat": "choices.0.message.content", "responses": "output_text"}

// retryAfter reads both forms of Retry-After (RFC 9110 §10.2.3): seconds, or a date.
func retryAfter(headers http.Header) (seconds float64, ok bool) {
	value := headers.Get("Retry-After")
	if value == "" {
		return 0, false
	}
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds >= 0 {
		return seconds, true
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(date).Seconds()), true
	}
	return 0, false
}

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
