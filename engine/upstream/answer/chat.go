package answer

import (
	"strconv"

	"assay/engine/framing"
	"assay/engine/upstream/script"
)

// chat is the content of a chat completion, for its body and its stream.
type chat struct {
	*Request
	text   *Text
	pace   pace
	finish string
	usage  []byte
	// opening precedes the members of each object.
	opening string
	event   Event
	token   int
}

func newChat(r *Request) *Answer {
	c := &chat{Request: r, text: newText(r.Step, r.Nonce, r.Credential, r.Words), pace: r.pace()}
	c.finish = r.Step.FinishReason
	if c.finish == "" {
		c.finish = "stop"
		if len(r.Step.ToolCalls) > 0 {
			c.finish = "tool_calls"
		}
	}
	if c.usage = r.Step.Usage; c.usage == nil {
		c.usage = chatUsage(r.InputTokens, c.text.Len())
	}
	content := Content{FinishReason: c.finish, ToolCalls: r.Step.ToolCalls, Refusal: r.Step.Refusal}
	if !r.IsStream {
		return c.body(content)
	}
	if r.IncludeUsage || r.Step.Fails(script.UsageEmptyChoices) {
		content.Usage = c.usage
	}
	c.opening = string(c.appendOpening(nil, "chat.completion.chunk"))
	return &Answer{Status: 200, ContentType: "text/event-stream", Events: c.events, Content: content}
}

func chatUsage(input, output int) []byte {
	b := framing.AppendInt([]byte{'{'}, "prompt_tokens", int64(input))
	b = framing.AppendInt(b, "completion_tokens", int64(output))
	return append(framing.AppendInt(b, "total_tokens", int64(input+output)), '}')
}

func (c *chat) appendOpening(b []byte, object string) []byte {
	b = append(append(b, '{'), c.members()...)
	b = append(framing.AppendQuoted(append(b, `"id":`...), c.id("chatcmpl-")), `,"object":"`...)
	b = framing.AppendInt(append(append(b, object...), '"'), "created", c.Unix)
	return framing.AppendText(b, "model", c.model())
}

func (c *chat) body(content Content) *Answer {
	content.Text, content.Usage = c.text.All(), c.usage
	b := c.appendOpening(nil, "chat.completion")
	b = append(b, `,"choices":[{"index":0,"message":{"role":"assistant","content":`...)
	if c.text.Len() == 0 && (c.Step.Refusal != "" || len(c.Step.ToolCalls) > 0) {
		b = append(b, "null"...)
	} else {
		b = framing.AppendQuoted(b, string(content.Text))
	}
	if c.Step.Refusal != "" {
		b = framing.AppendText(b, "refusal", c.Step.Refusal)
	}
	if len(c.Step.ToolCalls) > 0 {
		b = append(b, `,"tool_calls":[`...)
		for i, call := range c.Step.ToolCalls {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCall(b, call, call.Arguments())
		}
		b = append(b, ']')
	}
	b = append(framing.AppendText(append(b, '}'), "finish_reason", c.finish), `}],"usage":`...)
	answer := jsonAnswer(append(append(b, c.usage...), '}'))
	answer.Content, answer.After = content, c.pace.at(c.text.Len()-1)
	return answer
}

func appendCall(b []byte, call script.ToolCall, arguments string) []byte {
	b = framing.AppendText(append(b, '{'), "id", call.ID)
	b = framing.AppendText(append(b, `,"type":"function","function":{`...), "name", call.Name)
	return append(framing.AppendText(b, "arguments", arguments), "}}"...)
}

// events sends the role, the tokens, the finish, the usage where it is wanted, and [DONE].
func (c *chat) events(yield func(*Event) bool) {
	c.token = 0
	if !c.send(yield, `{"role":"assistant","content":""}`, "null") {
		return
	}
	for i := range c.text.Len() {
		if !c.breakIn(yield, i) || !c.sendToken(yield, i) {
			return
		}
	}
	if !c.breakIn(yield, c.text.Len()) || !c.sendRefusal(yield) || !c.sendToolCalls(yield) {
		return
	}
	c.event.Due = c.pace.at(c.token - 1)
	if !c.Step.Fails(script.NoFinish) && !c.send(yield, "{}", strconv.Quote(c.finish)) {
		return
	}
	if c.IncludeUsage && !c.Step.Fails(script.UsageEmptyChoices) && !c.sendUsage(yield) {
		return
	}
	if !c.Step.Fails(script.NoDone) {
		c.event.Data = append(c.event.Data[:0], "[DONE]"...)
		yield(&c.event)
	}
}

// breakIn sends what a failure puts before a token, and returns false where the stream ends there.
func (c *chat) breakIn(yield func(*Event) bool, index int) bool {
	fail := c.Step.Fail
	last := index == c.text.Len()
	if fail == nil || index != fail.AfterTokens && !(last && fail.AfterTokens > index) {
		return true
	}
	c.event.Due = c.pace.at(index)
	switch fail.Kind {
	case script.ErrorEvent:
		c.event.Data = append(c.event.Data[:0], c.failure().Body()...)
		yield(&c.event)
		return false
	case script.MalformedJSON:
		c.event.Data = append(append(c.event.Data[:0], c.opening...), `,"choices":[{"index":0,"delta":{"content":"`...)
		return yield(&c.event)
	case script.UsageEmptyChoices:
		return c.sendUsage(yield)
	default:
		return true
	}
}

func (c *chat) sendToken(yield func(*Event) bool, index int) bool {
	e := &c.event
	e.Text = c.text.Append(e.Text[:0], index)
	e.IsToken, e.Due = true, c.pace.at(index)
	e.Data = append(append(e.Data[:0], c.opening...), `,"choices":[{"index":0,"delta":{"content":`...)
	e.Data = framing.AppendQuotedBytes(e.Data, e.Text)
	e.Data = append(e.Data, `},"finish_reason":null}]`...)
	c.token = index + 1
	return c.close(yield)
}

func (c *chat) sendRefusal(yield func(*Event) bool) bool {
	if c.Step.Refusal == "" {
		return true
	}
	return c.sendSpecial(yield, append(framing.AppendText([]byte{'{'}, "refusal", c.Step.Refusal), '}'))
}

// sendToolCalls sends the calls beside each other: the nth fragment of each, then the next ones.
func (c *chat) sendToolCalls(yield func(*Event) bool) bool {
	for i, call := range c.Step.ToolCalls {
		delta := strconv.AppendInt([]byte(`{"tool_calls":[{"index":`), int64(i), 10)
		delta = append(append(delta, ','), appendCall(nil, call, "")[1:]...)
		if !c.sendSpecial(yield, append(delta, "]}"...)) {
			return false
		}
	}
	return eachFragment(c.Step.ToolCalls, func(call int, fragment string) bool {
		delta := strconv.AppendInt([]byte(`{"tool_calls":[{"index":`), int64(call), 10)
		delta = framing.AppendText(append(delta, `,"function":{`...), "arguments", fragment)
		return c.sendSpecial(yield, append(delta, "}}]}"...))
	})
}

// eachFragment calls visit with the first fragment of each call, then the second, and so on.
func eachFragment(calls []script.ToolCall, visit func(call int, fragment string) bool) bool {
	for n, more := 0, true; more; n++ {
		more = false
		for i, call := range calls {
			if n >= len(call.Fragments) {
				continue
			}
			more = true
			if !visit(i, call.Fragments[n]) {
				return false
			}
		}
	}
	return true
}

// sendSpecial sends a delta without text, at the time of a token.
func (c *chat) sendSpecial(yield func(*Event) bool, delta []byte) bool {
	c.event.Due = c.pace.at(c.token)
	c.token++
	c.event.IsToken = true
	return c.send(yield, string(delta), "null")
}

func (c *chat) sendUsage(yield func(*Event) bool) bool {
	e := &c.event
	e.Data = append(append(e.Data[:0], c.opening...), `,"choices":[],"usage":`...)
	e.Data = append(append(e.Data, c.usage...), '}')
	return yield(e)
}

// send sends an event with a delta.
func (c *chat) send(yield func(*Event) bool, delta, finish string) bool {
	e := &c.event
	e.Data = append(append(e.Data[:0], c.opening...), `,"choices":[{"index":0,"delta":`...)
	e.Data = append(append(e.Data, delta...), `,"finish_reason":`...)
	e.Data = append(append(e.Data, finish...), "}]"...)
	return c.close(yield)
}

// close ends an event with choices. Where usage is wanted, all of them state that they have none.
func (c *chat) close(yield func(*Event) bool) bool {
	e := &c.event
	if c.IncludeUsage {
		e.Data = append(e.Data, `,"usage":null`...)
	}
	e.Data = append(e.Data, '}')
	more := yield(e)
	e.Text, e.IsToken = e.Text[:0], false
	return more
}
