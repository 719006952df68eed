package answer

import (
	"strconv"
	"strings"

	"assay/engine/framing"
	"assay/engine/upstream/script"
)

// response is the content of a response, for its body and its stream.
type response struct {
	*Request
	text  *Text
	pace  pace
	id    string
	usage []byte
	// status is how it ends, and reason why it is incomplete.
	status, reason string
	hasMessage     bool

	event    Event
	sequence int64
	token    int
	sent     []byte
}

func newResponse(r *Request) *Answer {
	s := &response{Request: r, text: newText(r.Step, r.Nonce, r.Credential, r.Words), pace: r.pace(), id: r.id("resp_")}
	s.status, s.reason = endOfResponse(r.Step.FinishReason)
	s.hasMessage = s.text.Len() > 0 || r.Step.Refusal != "" || len(r.Step.ToolCalls) == 0
	if s.usage = r.Step.Usage; s.usage == nil {
		s.usage = responseUsage(r.InputTokens, s.text.Len())
	}
	content := Content{
		Usage: s.usage, FinishReason: s.status, ToolCalls: r.Step.ToolCalls, Refusal: r.Step.Refusal,
	}
	if r.IsStream {
		return &Answer{Status: 200, ContentType: "text/event-stream", Events: s.events, Content: content}
	}
	content.Text = s.text.All()
	answer := jsonAnswer(s.appendObject(nil, s.status, content.Text))
	answer.Content, answer.After = content, s.pace.at(s.text.Len()-1)
	return answer
}

func endOfResponse(finishReason string) (status, reason string) {
	switch finishReason {
	case "length":
		return "incomplete", "max_output_tokens"
	case "content_filter":
		return "incomplete", finishReason
	default:
		return "completed", ""
	}
}

func responseUsage(input, output int) []byte {
	b := framing.AppendInt([]byte{'{'}, "input_tokens", int64(input))
	b = framing.AppendInt(b, "output_tokens", int64(output))
	return append(framing.AppendInt(b, "total_tokens", int64(input+output)), '}')
}

// appendObject adds the response; text is nil while it has no output yet.
func (s *response) appendObject(b []byte, status string, text []byte) []byte {
	b = append(append(b, '{'), s.members()...)
	b = framing.AppendQuoted(append(b, `"id":`...), s.id)
	b = framing.AppendInt(append(b, `,"object":"response"`...), "created_at", s.Unix)
	b = framing.AppendText(b, "status", status)
	switch {
	case status == "failed":
		b = append(framing.AppendText(append(b, `,"error":{"code":"server_error"`...), "message", s.failure().Message), '}')
	default:
		b = append(b, `,"error":null`...)
	}
	if status == "incomplete" {
		b = append(framing.AppendText(append(b, `,"incomplete_details":{`...), "reason", s.reason), '}')
	} else {
		b = append(b, `,"incomplete_details":null`...)
	}
	b = append(framing.AppendText(b, "model", s.model()), `,"output":[`...)
	if text != nil {
		b = s.appendItems(b, status, text)
	}
	b = framing.AppendQuotedBytes(append(b, `],"output_text":`...), text)
	if text == nil {
		return append(append(append(b, `,"usage":`...), responseUsage(s.InputTokens, 0)...), '}')
	}
	return append(append(append(b, `,"usage":`...), s.usage...), '}')
}

func (s *response) appendItems(b []byte, status string, text []byte) []byte {
	if s.hasMessage {
		b = s.appendMessage(b, status, text)
	}
	for i, call := range s.Step.ToolCalls {
		if s.hasMessage || i > 0 {
			b = append(b, ',')
		}
		b = appendFunctionCall(b, call, status, call.Arguments())
	}
	return b
}

// appendMessage adds the output message; without text it has no content yet.
func (s *response) appendMessage(b []byte, status string, text []byte) []byte {
	b = framing.AppendText(append(b, '{'), "id", s.itemID())
	b = framing.AppendText(append(b, `,"type":"message"`...), "status", status)
	b = append(b, `,"role":"assistant","content":[`...)
	if text != nil {
		b = s.appendPart(b, text)
	}
	return append(b, "]}"...)
}

func (s *response) appendPart(b, text []byte) []byte {
	if s.Step.Refusal != "" {
		return append(framing.AppendText(append(b, `{"type":"refusal"`...), "refusal", s.Step.Refusal), '}')
	}
	b = framing.AppendQuotedBytes(append(b, `{"type":"output_text","text":`...), text)
	return append(b, `,"annotations":[],"logprobs":[]}`...)
}

func appendFunctionCall(b []byte, call script.ToolCall, status, arguments string) []byte {
	b = framing.AppendText(append(b, '{'), "id", "fc_"+call.ID)
	b = framing.AppendText(append(b, `,"type":"function_call"`...), "status", status)
	b = framing.AppendText(b, "call_id", call.ID)
	b = framing.AppendText(b, "name", call.Name)
	return append(framing.AppendText(b, "arguments", arguments), '}')
}

func (s *response) itemID() string {
	return "msg_" + strings.TrimPrefix(s.id, "resp_")
}

// events sends the stream in the order of the Open Responses specification.
func (s *response) events(yield func(*Event) bool) {
	s.sequence, s.token, s.sent = 0, 0, []byte{}
	if !s.sendObject(yield, "response.created", "in_progress", nil) ||
		!s.sendObject(yield, "response.in_progress", "in_progress", nil) ||
		!s.sendMessage(yield) || !s.sendCalls(yield) {
		return
	}
	if s.Step.Fails(script.NoDone) || s.Step.Fails(script.NoFinish) {
		return
	}
	s.sendObject(yield, "response."+s.status, s.status, s.sent)
}

func (s *response) sendMessage(yield func(*Event) bool) bool {
	if !s.hasMessage {
		return true
	}
	opening := append(s.appendMessage([]byte(`,"output_index":0,"item":`), "in_progress", nil), '}')
	if !s.send(yield, "response.output_item.added", opening) {
		return false
	}
	if !s.send(yield, "response.content_part.added", append(s.appendPart(s.place(`,"part":`), []byte{}), '}')) {
		return false
	}
	for i := range s.text.Len() {
		if !s.breakIn(yield, i) || !s.sendToken(yield, i) {
			return false
		}
	}
	if !s.breakIn(yield, s.text.Len()) {
		return false
	}
	return s.closeMessage(yield)
}

// closeMessage sends what follows the tokens: the whole text, the part and the message.
func (s *response) closeMessage(yield func(*Event) bool) bool {
	s.event.Due = s.pace.at(s.token - 1)
	if s.Step.Refusal != "" {
		s.event.IsToken = true
		delta := append(framing.AppendQuoted(s.place(`,"delta":`), s.Step.Refusal), '}')
		done := append(framing.AppendQuoted(s.place(`,"refusal":`), s.Step.Refusal), '}')
		if !s.send(yield, "response.refusal.delta", delta) || !s.send(yield, "response.refusal.done", done) {
			return false
		}
	} else if s.Step.Fails(script.NoFinish) {
		return true
	} else {
		done := append(framing.AppendQuotedBytes(s.place(`,"text":`), s.sent), `,"logprobs":[]}`...)
		if !s.send(yield, "response.output_text.done", done) {
			return false
		}
	}
	closing := append(s.appendMessage([]byte(`,"output_index":0,"item":`), s.status, s.sent), '}')
	return s.send(yield, "response.content_part.done", append(s.appendPart(s.place(`,"part":`), s.sent), '}')) &&
		s.send(yield, "response.output_item.done", closing)
}

// sendCalls sends the calls of tools: all are opened, their fragments alternate, all are closed.
func (s *response) sendCalls(yield func(*Event) bool) bool {
	calls := s.Step.ToolCalls
	for i, call := range calls {
		item := append(appendFunctionCall(append(s.outputIndex(i), `,"item":`...), call, "in_progress", ""), '}')
		if !s.send(yield, "response.output_item.added", item) {
			return false
		}
	}
	more := eachFragment(calls, func(i int, fragment string) bool {
		s.event.Due, s.event.IsToken = s.pace.at(s.token), true
		s.token++
		delta := framing.AppendText(framing.AppendText(s.outputIndex(i), "item_id", "fc_"+calls[i].ID), "delta", fragment)
		return s.send(yield, "response.function_call_arguments.delta", append(delta, '}'))
	})
	for i, call := range calls {
		if !more {
			return false
		}
		done := framing.AppendText(framing.AppendText(s.outputIndex(i), "item_id", "fc_"+call.ID), "arguments", call.Arguments())
		item := append(appendFunctionCall(append(s.outputIndex(i), `,"item":`...), call, "completed", call.Arguments()), '}')
		more = s.send(yield, "response.function_call_arguments.done", append(done, '}')) &&
			s.send(yield, "response.output_item.done", item)
	}
	return more
}

func (s *response) outputIndex(call int) []byte {
	if s.hasMessage {
		call++
	}
	return strconv.AppendInt([]byte(`,"output_index":`), int64(call), 10)
}

// breakIn sends what a failure puts before a token, and returns false where the stream ends there.
func (s *response) breakIn(yield func(*Event) bool, index int) bool {
	fail := s.Step.Fail
	last := index == s.text.Len()
	if fail == nil || index != fail.AfterTokens && !(last && fail.AfterTokens > index) {
		return true
	}
	s.event.Due = s.pace.at(index)
	switch fail.Kind {
	case script.ErrorEvent:
		members := framing.AppendText([]byte(`,"code":"server_error"`), "message", s.failure().Message)
		if s.send(yield, "error", append(members, `,"param":null}`...)) {
			s.sendObject(yield, "response.failed", "failed", nil)
		}
		return false
	case script.MalformedJSON:
		return s.send(yield, "response.output_text.delta", s.place(`,"delta":"`))
	default:
		return true
	}
}

func (s *response) sendToken(yield func(*Event) bool, index int) bool {
	e := &s.event
	e.Text = s.text.Append(e.Text[:0], index)
	e.IsToken, e.Due = true, s.pace.at(index)
	s.sent = append(s.sent, e.Text...)
	s.token = index + 1
	delta := framing.AppendQuotedBytes(s.place(`,"delta":`), e.Text)
	return s.send(yield, "response.output_text.delta", append(delta, `,"logprobs":[]}`...))
}

// place returns where in the output a text is, before a further member.
func (s *response) place(member string) []byte {
	b := framing.AppendQuoted(append(make([]byte, 0, 256), `,"item_id":`...), s.itemID())
	return append(append(b, `,"output_index":0,"content_index":0`...), member...)
}

func (s *response) sendObject(yield func(*Event) bool, name, status string, text []byte) bool {
	return s.send(yield, name, append(s.appendObject([]byte(`,"response":`), status, text), '}'))
}

// send sends an event whose members, after the sequence number, are these.
func (s *response) send(yield func(*Event) bool, name string, members []byte) bool {
	e := &s.event
	e.Name = name
	e.Data = append(append(append(e.Data[:0], '{'), s.members()...), `"type":"`...)
	e.Data = strconv.AppendInt(append(append(e.Data, name...), `","sequence_number":`...), s.sequence, 10)
	e.Data = append(e.Data, members...)
	s.sequence++
	more := yield(e)
	e.Text, e.IsToken = e.Text[:0], false
	return more
}
