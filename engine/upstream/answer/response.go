package answer

import (
	"encoding/json"
	"maps"
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
	usage json.RawMessage
	// status is how it ends, and reason why it is incomplete.
	status, reason string
	hasMessage     bool

	out      output
	sequence int
	sent     []byte
}

func newResponse(r *Request) *Answer {
	s := &response{Request: r, text: newText(r.Step, r.Nonce, r.Credential, r.Words), pace: r.pace(), id: "resp_" + r.Serial}
	// The last event has the text twice: it is the large one, and the whole stream is still one that clients read.
	s.text.bigBytes = bigEventBytes / 2
	s.status, s.reason = endOfResponse(r.Step.FinishReason)
	s.hasMessage = s.text.Len() > 0 || r.Step.Refusal != "" || len(r.Step.ToolCalls) == 0
	s.usage = r.usage("input_tokens", "output_tokens", s.text.Len())
	content := Content{Usage: s.usage, FinishReason: s.status, ToolCalls: r.Step.ToolCalls, Refusal: r.Step.Refusal}
	if r.IsStream {
		return &Answer{Status: 200, ContentType: "text/event-stream", Events: s.events, Content: content}
	}
	content.Text = s.text.All()
	answer := jsonAnswer(s.encode(s.object(s.status, content.Text)))
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

// object returns the response; text is nil while it has no output yet.
func (s *response) object(status string, text []byte) object {
	o := object{
		"id": s.id, "object": "response", "created_at": s.Unix, "status": status, "model": s.Model, "error": nil,
		"incomplete_details": nil, "output": []object{}, "output_text": string(text), "usage": s.usage,
	}
	maps.Copy(o, openMembers)
	if status == "completed" {
		o["completed_at"] = s.Unix
	}
	if status == "failed" {
		o["error"] = object{"code": "server_error", "message": s.failure().Message}
	}
	if status == "incomplete" {
		o["incomplete_details"] = object{"reason": s.reason}
	}
	if text != nil {
		o["output"] = s.items(status, text)
	}
	return o
}

// openMembers are what Open Responses requires beside the members above, of a request that does not name them.
var openMembers = object{
	"completed_at": nil, "previous_response_id": nil, "instructions": nil, "tools": []any{}, "tool_choice": "auto",
	"parallel_tool_calls": true, "text": object{"format": object{"type": "text"}}, "truncation": "disabled",
	"temperature": 1, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0, "top_logprobs": 0, "reasoning": nil,
	"max_output_tokens": nil, "max_tool_calls": nil, "store": false, "background": false, "service_tier": "default",
	"metadata": object{}, "safety_identifier": nil, "prompt_cache_key": nil,
}

func (s *response) items(status string, text []byte) []object {
	items := []object{}
	if s.hasMessage {
		items = append(items, s.message(status, s.part(text)))
	}
	for _, call := range s.Step.ToolCalls {
		items = append(items, functionCall(call, status, call.Arguments()))
	}
	return items
}

func (s *response) message(status string, parts ...object) object {
	content := append([]object{}, parts...) // an empty list is not null
	return object{"id": s.itemID(), "type": "message", "status": status, "role": "assistant", "content": content}
}

func (s *response) part(text []byte) object {
	if s.Step.Refusal != "" {
		return object{"type": "refusal", "refusal": s.Step.Refusal}
	}
	return object{"type": "output_text", "text": string(text), "annotations": []any{}, "logprobs": []any{}}
}

func functionCall(call script.ToolCall, status, arguments string) object {
	return object{
		"id": "fc_" + call.ID, "type": "function_call", "status": status, "call_id": call.ID, "name": call.Name,
		"arguments": arguments,
	}
}

func (s *response) itemID() string {
	return "msg_" + strings.TrimPrefix(s.id, "resp_")
}

// events sends the stream in the order of the Open Responses specification.
func (s *response) events(yield func(*Event) bool) {
	s.out, s.sequence, s.sent = output{yield: yield}, 0, []byte{}
	s.sendObject("response.created", "in_progress", nil)
	s.sendObject("response.in_progress", "in_progress", nil)
	if s.hasMessage {
		s.sendMessage()
	}
	s.sendCalls()
	if !s.Step.Fails(script.NoDone) && !s.Step.Fails(script.NoFinish) {
		s.sendObject("response."+s.status, s.status, s.sent)
	}
}

func (s *response) sendMessage() {
	s.send("response.output_item.added", object{"output_index": 0, "item": s.message("in_progress")})
	s.send("response.content_part.added", s.inPart(object{"part": s.part(nil)}))
	for i := 0; i < s.text.Len() && !s.out.isOver; i++ {
		s.breakIn(i)
		s.sendToken(i)
	}
	s.breakIn(s.text.Len())
	s.out.Due = s.pace.at(s.out.tokens - 1)
	switch {
	case s.Step.Refusal != "":
		s.out.IsToken = true
		s.send("response.refusal.delta", s.inPart(object{"delta": s.Step.Refusal}))
		s.send("response.refusal.done", s.inPart(object{"refusal": s.Step.Refusal}))
	case s.Step.Fails(script.NoFinish):
		return
	default:
		s.send("response.output_text.done", s.inPart(object{"text": string(s.sent), "logprobs": []any{}}))
	}
	s.send("response.content_part.done", s.inPart(object{"part": s.part(s.sent)}))
	s.send("response.output_item.done", object{"output_index": 0, "item": s.message(s.status, s.part(s.sent))})
}

// sendCalls sends the calls of tools: all are opened, their fragments alternate, all are closed.
func (s *response) sendCalls() {
	calls := s.Step.ToolCalls
	first := 0
	if s.hasMessage {
		first = 1
	}
	for i, call := range calls {
		item := functionCall(call, "in_progress", "")
		s.send("response.output_item.added", object{"output_index": first + i, "item": item})
	}
	inCall := func(i int, name, text string) object {
		return object{"output_index": first + i, "item_id": "fc_" + calls[i].ID, name: text}
	}
	eachFragment(calls, func(i int, fragment string) {
		s.out.Due, s.out.IsToken = s.pace.at(s.out.tokens), true
		s.out.tokens++
		s.send("response.function_call_arguments.delta", inCall(i, "delta", fragment))
	})
	for i, call := range calls {
		s.send("response.function_call_arguments.done", inCall(i, "arguments", call.Arguments()))
		item := functionCall(call, "completed", call.Arguments())
		s.send("response.output_item.done", object{"output_index": first + i, "item": item})
	}
}

// breakIn sends what a failure puts before a token.
func (s *response) breakIn(index int) {
	if !breaksAt(s.Step, index, s.text.Len()) {
		return
	}
	s.out.Due = s.pace.at(index)
	switch s.Step.Fail.Kind {
	case script.ErrorEvent:
		s.send("error", object{"code": "server_error", "message": s.failure().Message, "param": nil})
		s.sendObject("response.failed", "failed", nil)
		s.out.isOver = true
	case script.MalformedJSON:
		s.open("response.output_text.delta")
		s.out.Data = append(s.out.Data, `,"delta":"`...)
		s.out.send()
	}
}

// sendToken appends, because reflection would cost more than all else of a stream.
func (s *response) sendToken(index int) {
	e := &s.out
	e.Text = s.text.Append(e.Text[:0], index)
	e.IsToken, e.Due, e.tokens = true, s.pace.at(index), index+1
	s.sent = append(s.sent, e.Text...)
	s.open("response.output_text.delta")
	e.Data = framing.AppendText(e.Data, "item_id", s.itemID())
	e.Data = framing.AppendQuotedBytes(append(e.Data, `,"output_index":0,"content_index":0,"delta":`...), e.Text)
	e.Data = append(e.Data, `,"logprobs":[]}`...)
	e.send()
}

// open begins an event: its type, its number and the members that the step adds.
func (s *response) open(name string) {
	e := &s.out
	e.Name = name
	e.Data = append(append(append(e.Data[:0], '{'), s.members()...), `"type":"`...)
	e.Data = framing.AppendInt(append(append(e.Data, name...), '"'), "sequence_number", int64(s.sequence))
	s.sequence++
}

// inPart adds where in the output a text is.
func (s *response) inPart(o object) object {
	o["item_id"], o["output_index"], o["content_index"] = s.itemID(), 0, 0
	return o
}

func (s *response) sendObject(name, status string, text []byte) {
	o := s.object(status, text)
	if text == nil {
		o["usage"] = object{"input_tokens": s.InputTokens, "output_tokens": 0, "total_tokens": s.InputTokens}
	}
	s.send(name, object{"response": json.RawMessage(s.encode(o))})
}

// send sends an event with these members.
func (s *response) send(name string, members object) {
	s.open(name)
	s.out.Data = append(append(s.out.Data, ','), encoded(members)[1:]...)
	s.out.send()
}
