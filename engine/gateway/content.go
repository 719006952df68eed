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

// contentCheck finds out whether the events of one stream add text to the answer. Most events of a stream
// begin alike, up to the text that they add: what was read there is not read again.
type contentCheck struct {
	operation string
	// before is what the last event with text had up to that text.
	before []byte
}

// has returns whether an event adds text to the answer, which makes it a token here: the same
// definition as contentDelta in src/contract/content-delta.ts.
func (c *contentCheck) has(data []byte) bool {
	if c.continuesLikeLast(data) {
		return true
	}
	switch c.operation {
	case "chat":
		return c.isTextAt(data, "choices.0.delta.content") || chatHasContent(data)
	case "responses":
		return gjson.GetBytes(data, "type").String() == "response.output_text.delta" &&
			isText(gjson.GetBytes(data, "delta"))
	default:
		return false
	}
}

// continuesLikeLast returns whether an event has text where the last one had it. One that is cut off
// within the text does not end with a brace.
func (c *contentCheck) continuesLikeLast(data []byte) bool {
	at := len(c.before)
	return at > 0 && at < len(data) && data[at] != '"' && data[len(data)-1] == '}' && bytes.HasPrefix(data, c.before)
}

// isTextAt remembers what an event with text at a path has before it.
func (c *contentCheck) isTextAt(data []byte, path string) bool {
	value := gjson.GetBytes(data, path)
	if !isText(value) {
		return false
	}
	if start := value.Index; start > 0 && start < maxBefore && data[start] == '"' {
		c.before = append(c.before[:0], data[:start+1]...)
	}
	return true
}

// maxBefore limits what is remembered of an event.
const maxBefore = 4 << 10

func chatHasContent(data []byte) bool {
	found := false
	gjson.GetBytes(data, "choices").ForEach(func(_, choice gjson.Result) bool {
		found = isText(choice.Get("delta.content"))
		return !found
	})
	return found
}

func isText(value gjson.Result) bool {
	return value.Type == gjson.String && value.Str != ""
}
