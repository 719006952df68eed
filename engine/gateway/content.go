package gateway

import "github.com/tidwall/gjson"

// hasContent says whether an event adds text to the answer, which makes it a token here: the same
// reading as contentDelta in src/contract/content-delta.ts.
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
