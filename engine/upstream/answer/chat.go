package answer

import (
	"encoding/json"
	"maps"

	"assay/engine/framing"
	"assay/engine/upstream/script"
)

// chat is the content of a chat completion, for its body and its stream.
type chat struct {
	*Request
	text   *Text
	pace   pace
	finish string
	usage  json.RawMessage
	out    output
	// opening is what each event begins with, and closing what those with choices end with.
	opening, closing []byte
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
	c.usage = r.usage("prompt_tokens", "completion_tokens", c.text.Len()*r.Count)
	content := Content{FinishReason: c.finish, ToolCalls: r.Step.ToolCalls, Refusal: r.Step.Refusal}
	if !r.IsStream {
		return c.body(content)
	}
	if r.IncludeUsage || r.Step.Fails(script.UsageEmptyChoices) {
		content.Usage = c.usage
	}
	return &Answer{Status: 200, ContentType: "text/event-stream", Events: c.events, Content: content}
}

func (c *chat) object(kind string) object {
	return object{"id": "chatcmpl-" + c.Serial, "object": kind, "created": c.Unix, "model": c.Model}
}

func (c *chat) body(content Content) *Answer {
	content.Text, content.Usage = c.text.All(), c.usage
	message := object{"role": "assistant", "content": string(content.Text)}
	if c.Step.Refusal != "" {
		message["content"], message["refusal"] = nil, c.Step.Refusal
	}
	if calls := c.Step.ToolCalls; len(calls) > 0 {
		list := make([]object, len(calls))
		for i, call := range calls {
			list[i] = callOf(call, call.Arguments())
		}
		message["tool_calls"] = list
		if c.text.Len() == 0 {
			message["content"] = nil
		}
	}
	o := c.object("chat.completion")
	var tokens []string
	for i := 0; c.Logprobs && i < c.text.Len(); i++ {
		tokens = append(tokens, string(c.text.Append(nil, i)))
	}
	o["choices"] = c.choices(object{"message": message, "finish_reason": c.finish}, tokens...)
	o["usage"] = c.usage
	answer := jsonAnswer(c.encode(o))
	answer.Content, answer.After = content, c.pace.at(c.text.Len()-1)
	return answer
}

// choices returns equal choices with these members, and with the logprobs of what they add, if they are wanted.
func (c *chat) choices(members object, tokens ...string) []object {
	list := make([]object, c.Count)
	for i := range list {
		list[i] = object{"index": i}
		maps.Copy(list[i], members)
		if c.Logprobs {
			list[i]["logprobs"] = object{"content": logprobsOf(tokens), "refusal": nil}
		}
	}
	return list
}

// logprobsOf returns tokens that are as likely as each other, without alternatives.
func logprobsOf(tokens []string) []object {
	list := make([]object, len(tokens))
	for i, token := range tokens {
		list[i] = object{"token": token, "logprob": -0.5, "bytes": nil, "top_logprobs": []any{}}
	}
	return list
}

func callOf(call script.ToolCall, arguments string) object {
	return object{
		"id": call.ID, "type": "function", "function": object{"name": call.Name, "arguments": arguments},
	}
}

// events sends the role, the tokens, the finish, the usage where it is wanted, and [DONE].
func (c *chat) events(yield func(*Event) bool) {
	c.out = output{yield: yield}
	text := c.encode(c.object("chat.completion.chunk"))
	c.opening, c.closing = text[:len(text)-1], []byte("}")
	if c.IncludeUsage { // all other events state that they have none
		c.closing = []byte(`,"usage":null}`)
	}
	c.sendDelta(object{"role": "assistant", "content": ""}, nil)
	for i := 0; i < c.text.Len() && !c.out.isOver; i++ {
		c.breakIn(i)
		c.sendToken(i)
	}
	c.breakIn(c.text.Len())
	if c.Step.Refusal != "" {
		c.sendSpecial(object{"refusal": c.Step.Refusal})
	}
	c.sendToolCalls()
	c.out.Due = c.pace.at(c.out.tokens - 1)
	if !c.Step.Fails(script.NoFinish) {
		c.sendDelta(object{}, c.finish)
	}
	if c.IncludeUsage && !c.Step.Fails(script.UsageEmptyChoices) {
		c.sendUsage()
	}
	if !c.Step.Fails(script.NoDone) {
		c.out.Data = append(c.out.Data[:0], "[DONE]"...)
		c.out.send()
	}
}

// breakIn sends what a failure puts before a token.
func (c *chat) breakIn(index int) {
	if !breaksAt(c.Step, index, c.text.Len()) {
		return
	}
	c.out.Due = c.pace.at(index)
	switch c.Step.Fail.Kind {
	case script.ErrorEvent:
		c.out.Data = append(c.out.Data[:0], c.failure().Body()...)
		c.out.send()
		c.out.isOver = true
	case script.MalformedJSON:
		c.out.Data = append(append(c.out.Data[:0], c.opening...), `,"choices":[{"index":0,"delta":{"content":"`...)
		c.out.send()
	case script.UsageEmptyChoices:
		c.sendUsage()
	}
}

// sendToken appends, because reflection would cost more than all else of a stream.
func (c *chat) sendToken(index int) {
	e := &c.out
	e.Text = c.text.Append(e.Text[:0], index)
	e.IsToken, e.Due, e.tokens = true, c.pace.at(index), index+1
	if c.Count > 1 || c.Logprobs {
		text := string(e.Text)
		c.sendDelta(object{"content": text}, nil, text)
		return
	}
	e.Data = append(append(e.Data[:0], c.opening...), `,"choices":[{"index":0,"delta":{"content":`...)
	e.Data = framing.AppendQuotedBytes(e.Data, e.Text)
	e.Data = append(append(e.Data, `},"finish_reason":null}]`...), c.closing...)
	e.send()
}

// sendToolCalls sends the calls beside each other: the nth fragment of each, then the next ones.
func (c *chat) sendToolCalls() {
	for i, call := range c.Step.ToolCalls {
		opened := callOf(call, "")
		opened["index"] = i
		c.sendSpecial(object{"tool_calls": []object{opened}})
	}
	eachFragment(c.Step.ToolCalls, func(call int, fragment string) {
		c.sendSpecial(object{"tool_calls": []object{{"index": call, "function": object{"arguments": fragment}}}})
	})
}

// sendSpecial sends a delta without text, at the time of a token.
func (c *chat) sendSpecial(delta object) {
	c.out.Due, c.out.IsToken = c.pace.at(c.out.tokens), true
	c.out.tokens++
	c.sendDelta(delta, nil)
}

func (c *chat) sendDelta(delta object, finish any, tokens ...string) {
	choices := encoded(c.choices(object{"delta": delta, "finish_reason": finish}, tokens...))
	e := &c.out
	e.Data = append(append(e.Data[:0], c.opening...), `,"choices":`...)
	e.Data = append(append(e.Data, choices...), c.closing...)
	e.send()
}

func (c *chat) sendUsage() {
	e := &c.out
	e.Data = append(append(e.Data[:0], c.opening...), `,"choices":[],"usage":`...)
	e.Data = append(append(e.Data, c.usage...), '}')
	e.send()
}
