package answer

import (
	"encoding/json"
	"strings"
)

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
