package gateway

import (
	"cmp"
	"slices"

	"github.com/tidwall/gjson"
)

// Call is one call of a function; "" stands for a part that did not come.
type Call struct {
	ID        string `js:"id"`
	Name      string `js:"name"`
	Arguments string `js:"arguments"`
	index     int64
}

// Calls returns the calls of functions in the first choice of a chat or in the output of a response, as
// clients put them together: the pieces of a stream by their index.
func (a *Answer) Calls() []Call {
	calls := []Call{}
	switch {
	case a.operation == "chat" && a.isStream:
		a.eachEvent(func(data []byte) {
			for _, part := range gjson.GetBytes(data, "choices.0.delta.tool_calls").Array() {
				calls = joined(calls, part, part.Get("index").Int())
			}
		})
	case a.operation == "chat":
		for at, part := range gjson.GetBytes(a.body, "choices.0.message.tool_calls").Array() {
			calls = joined(calls, part, int64(at))
		}
	case a.operation == "responses" && a.isStream:
		a.eachEvent(func(data []byte) {
			// The item is whole there: the deltas of its arguments come before.
			if gjson.GetBytes(data, "type").String() == "response.output_item.done" {
				calls = withItem(calls, gjson.GetBytes(data, "item"))
			}
		})
	case a.operation == "responses":
		for _, item := range gjson.GetBytes(a.body, "output").Array() {
			calls = withItem(calls, item)
		}
	}
	return calls
}

func (a *Answer) eachEvent(read func(data []byte)) {
	scanner := eventScanner{onEvent: func(data []byte) error {
		read(data)
		return nil
	}}
	_ = scanner.scan(a.body) // nothing stops it
}

func withItem(calls []Call, item gjson.Result) []Call {
	if item.Get("type").String() != "function_call" {
		return calls
	}
	return append(calls, Call{
		ID:        item.Get("call_id").String(),
		Name:      item.Get("name").String(),
		Arguments: item.Get("arguments").String(),
		index:     int64(len(calls)),
	})
}

func joined(calls []Call, part gjson.Result, index int64) []Call {
	at := slices.IndexFunc(calls, func(call Call) bool { return call.index == index })
	if at < 0 {
		at, calls = len(calls), append(calls, Call{index: index})
	}
	call := &calls[at]
	call.ID = cmp.Or(part.Get("id").String(), call.ID)
	call.Name = cmp.Or(part.Get("function.name").String(), call.Name)
	call.Arguments += part.Get("function.arguments").String()
	return calls
}
