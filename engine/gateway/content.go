package gateway

import "github.com/tidwall/gjson"

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

// hasContent returns whether an event adds text to the answer, which makes it a token here: the same
// definition as contentDelta in src/contract/content-delta.ts.
func hasContent(operation string, data []byte) bool {
	switch operation {
	case "chat":
		return chatHasContent(data)
	case "responses":
		return gjson.GetBytes(data, "type").String() == "response.output_text.delta" &&
			isText(gjson.GetBytes(data, "delta"))
	default:
		return false
	}
}

func chatHasContent(data []byte) bool {
	if isText(gjson.GetBytes(data, "choices.0.delta.content")) {
		return true
	}
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
