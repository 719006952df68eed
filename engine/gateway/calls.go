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

// Calls returns the calls of functions in the first choice of a chat, as clients put them together: the
// pieces of a stream by their index.
func (a *Answer) Calls() []Call {
	calls := []Call{}
	if a.operation != "chat" {
		return calls
	}
	if !a.isStream {
		for at, part := range gjson.GetBytes(a.body, "choices.0.message.tool_calls").Array() {
			calls = joined(calls, part, int64(at))
		}
		return calls
	}
	scanner := eventScanner{onEvent: func(data []byte) error {
		for _, part := range gjson.GetBytes(data, "choices.0.delta.tool_calls").Array() {
			calls = joined(calls, part, part.Get("index").Int())
		}
		return nil
	}}
	_ = scanner.scan(a.body) // nothing stops it
	return calls
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
