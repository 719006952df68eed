package answer

import (
	"strconv"

	"github.com/tidwall/gjson"
)

// roles are those of messages.
var roles = map[string]bool{
	"developer": true, "system": true, "user": true, "assistant": true, "tool": true, "function": true,
}

// wrongMember returns what a provider refuses about a member of a request in JSON; nil for nothing.
func wrongMember(operation, name string, value gjson.Result) *Problem {
	switch {
	case name == "model" && value.Type != gjson.String:
		return badRequest("model must be a string.", name)
	case name == "prompt" && (operation == Images || operation == VideoCreate) && value.Type != gjson.String:
		return badRequest("prompt must be a string.", name)
	case operation == Chat && name == "messages":
		return wrongMessages(value)
	case operation == Responses && name == "input":
		return wrongInput(value)
	case operation == Responses && name == "instructions" && value.Type != gjson.String && value.Type != gjson.Null:
		return badRequest("instructions must be a string.", name)
	case operation != Chat && operation != Responses:
		return nil
	case name == "stream" && !value.IsBool() && value.Type != gjson.Null:
		return badRequest("stream must be true or false.", name)
	case name == "temperature" && value.Type != gjson.Number && value.Type != gjson.Null:
		return badRequest("temperature must be a number.", name)
	}
	return nil
}

func wrongMessages(messages gjson.Result) *Problem {
	if !messages.IsArray() || messages.Get("0").Raw == "" {
		return badRequest("messages must be an array of at least one message.", "messages")
	}
	return firstWrong(messages, "messages", wrongMessage)
}

func wrongInput(input gjson.Result) *Problem {
	if input.Type == gjson.String {
		return nil
	}
	if !input.IsArray() {
		return badRequest("input must be a string or an array of items.", "input")
	}
	return firstWrong(input, "input", func(item gjson.Result, name string) *Problem {
		// Other items, such as the results of tools, have no role.
		if kind := item.Get("type"); kind.Type == gjson.String && kind.Str != "message" {
			return nil
		}
		return wrongMessage(item, name)
	})
}

// firstWrong returns what is wrong with the first wrong object of an array of this name.
func firstWrong(array gjson.Result, name string, wrong func(object gjson.Result, name string) *Problem) (problem *Problem) {
	index := 0
	array.ForEach(func(_, object gjson.Result) bool {
		at := name + "[" + strconv.Itoa(index) + "]"
		index++
		if !object.IsObject() {
			problem = badRequest(at+" must be an object.", at)
		} else {
			problem = wrong(object, at)
		}
		return problem == nil
	})
	return problem
}

func wrongMessage(message gjson.Result, name string) *Problem {
	role, content := message.Get("role"), message.Get("content")
	if role.Type != gjson.String || !roles[role.Str] {
		return badRequest(name+".role must be developer, system, user, assistant, tool or function.", name+".role")
	}
	// An assistant that calls tools says nothing.
	isLeftOut := role.Str == "assistant" && content.Type == gjson.Null
	if isLeftOut || content.Type == gjson.String || isParts(content) {
		return nil
	}
	return badRequest(name+".content must be a string or an array of parts.", name+".content")
}

// isParts reports whether this is an array of parts, those of a text with one.
func isParts(content gjson.Result) bool {
	count, isGood := 0, content.IsArray()
	if !isGood {
		return false
	}
	content.ForEach(func(_, part gjson.Result) bool {
		count++
		kind := part.Get("type")
		isGood = kind.Type == gjson.String && (kind.Str != "text" || part.Get("text").Type == gjson.String)
		return isGood
	})
	return isGood && count > 0
}
