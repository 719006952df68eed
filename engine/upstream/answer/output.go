package answer

import (
	"encoding/json"
	"strings"

	"assay/engine/upstream/script"
)

// output hands over the events of a stream, until one is refused.
type output struct {
	Event
	yield  func(*Event) bool
	isOver bool
	// tokens counts what was due at the time of a token.
	tokens int
}

// send hands over the event.
func (o *output) send() {
	if !o.isOver && !o.yield(&o.Event) {
		o.isOver = true
	}
	o.Text, o.IsToken = o.Text[:0], false
}

// breaksAt returns whether the failure of a step comes before this piece of the text, or after the last one.
func breaksAt(step *script.Step, index, length int) bool {
	fail := step.Fail
	return fail != nil && (index == fail.AfterTokens || index == length && fail.AfterTokens > index)
}

// eachFragment calls visit with the first fragment of each call, then the second, and so on.
func eachFragment(calls []script.ToolCall, visit func(call int, fragment string)) {
	for n, more := 0, true; more; n++ {
		more = false
		for i, call := range calls {
			if n < len(call.Fragments) {
				more = true
				visit(i, call.Fragments[n])
			}
		}
	}
}

// object is one of JSON.
type object = map[string]any

// encoded returns a value in JSON.
func encoded(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the parts of an answer that are not plain values were read from JSON
	}
	return text
}

// encode returns an object in JSON, with the members that the step adds.
func (r *Request) encode(o object) []byte {
	text := encoded(o)
	added := r.members()
	if added == "" {
		return text
	}
	return append(append([]byte("{"), added...), text[1:]...)
}

// members returns what the step adds after the opening brace of an object: "" or members with a comma.
func (r *Request) members() string {
	text := strings.TrimSpace(string(r.Step.Members))
	if len(text) < 2 {
		return ""
	}
	if text = strings.TrimSpace(text[1 : len(text)-1]); text == "" {
		return ""
	}
	return text + ","
}

// usage returns what the step states, or the tokens under the names of an operation.
func (r *Request) usage(inputName, outputName string, output int) json.RawMessage {
	if r.Step.Usage != nil {
		return r.Step.Usage
	}
	return encoded(object{inputName: r.InputTokens, outputName: output, "total_tokens": r.InputTokens + output})
}
