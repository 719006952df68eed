package gateway

import (
	"bytes"

	"github.com/tidwall/gjson"
)

// contentOf returns the text that an event adds to the first choice, or to the output.
func contentOf(operation string, data []byte) string {
	switch operation {
	case "chat":
		return textAt(data, "choices.0.delta.content")
	case "responses":
		if gjson.GetBytes(data, "type").String() == "response.output_text.delta" {
			return textAt(data, "delta")
		}
	}
	return ""
}

func textAt(data []byte, path string) string {
	if value := gjson.GetBytes(data, path); value.Type == gjson.String {
		return value.Str
	}
	return ""
}

// tokenKind is what an event of a stream adds to the answer.
type tokenKind byte

const (
	noToken tokenKind = iota
	textToken
	argumentsToken
)

// contentCheck finds out which events of one stream are tokens. Most events of a stream begin alike, up
// to the text that they add: what was read there is not read again.
type contentCheck struct {
	operation string
	// before is what the last event with text or arguments had up to them, and kind is which it was.
	before []byte
	kind   tokenKind
}

// kindOf returns which token an event is: one of a call where it adds arguments, else one of text. It is
// the same definition as tokenOf in src/contract/content-delta.ts.
func (c *contentCheck) kindOf(data []byte) tokenKind {
	if c.continuesLikeLast(data) {
		return c.kind
	}
	switch c.operation {
	case "chat":
		switch {
		case bytes.Contains(data, argumentsName) && (c.isTextAt(data, "choices.0.delta.tool_calls.0.function.arguments", argumentsToken) || chatHas(data, hasArguments)):
			return argumentsToken
		case c.isTextAt(data, "choices.0.delta.content", textToken) || chatHas(data, hasContent):
			return textToken
		}
	case "responses":
		kind := responsesTokens[gjson.GetBytes(data, "type").String()]
		if kind != noToken && isText(gjson.GetBytes(data, "delta")) {
			return kind
		}
	}
	return noToken
}

var responsesTokens = map[string]tokenKind{
	"response.output_text.delta":             textToken,
	"response.function_call_arguments.delta": argumentsToken,
}

// argumentsName cannot be within a JSON string, whose quotes are escaped.
var argumentsName = []byte(`"arguments"`)

// continuesLikeLast returns whether an event has text or arguments where the last one had them, and no
// arguments after a text. One that is cut off within them does not end with a brace.
func (c *contentCheck) continuesLikeLast(data []byte) bool {
	at := len(c.before)
	return at > 0 && at < len(data) && data[at] != '"' && data[len(data)-1] == '}' &&
		bytes.HasPrefix(data, c.before) &&
		(c.kind == argumentsToken || !bytes.Contains(data[at:], argumentsName))
}

// isTextAt remembers what an event with text at a path has before it.
func (c *contentCheck) isTextAt(data []byte, path string, kind tokenKind) bool {
	value := gjson.GetBytes(data, path)
	if !isText(value) {
		return false
	}
	if start := value.Index; start > 0 && start < maxBefore && data[start] == '"' {
		c.before, c.kind = append(c.before[:0], data[:start+1]...), kind
	}
	return true
}

// maxBefore limits what is remembered of an event.
const maxBefore = 4 << 10

// chatHas returns whether the delta of any choice has something.
func chatHas(data []byte, has func(delta gjson.Result) bool) bool {
	return someOf(gjson.GetBytes(data, "choices"), func(choice gjson.Result) bool {
		return has(choice.Get("delta"))
	})
}

func hasContent(delta gjson.Result) bool { return isText(delta.Get("content")) }

func hasArguments(delta gjson.Result) bool {
	return someOf(delta.Get("tool_calls"), func(call gjson.Result) bool {
		return isText(call.Get("function.arguments"))
	})
}

func someOf(list gjson.Result, has func(item gjson.Result) bool) bool {
	found := false
	list.ForEach(func(_, item gjson.Result) bool {
		found = has(item)
		return !found
	})
	return found
}

func isText(value gjson.Result) bool {
	return value.Type == gjson.String && value.Str != ""
}
