package upstream

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"assay/engine/framing"
	"assay/engine/redact"
	"assay/engine/upstream/request"
	"assay/engine/upstream/script"
)

// encoder adds the header of an exchange frame.
type encoder struct {
	*connection
	// redactor removes the keys of the callers, and answers that of the gateway too.
	redactor, answers redact.Redactor
}

// appendExchange adds the header, with the sizes of the bodies as the frame holds them.
func (e *encoder) appendExchange(b []byte, requestKept, kept int, writes []int64) []byte {
	x, r := &e.x, e.received
	b = framing.AppendInt(append(b, '{'), "id", x.id)
	var nonces []string
	if x.operation != unread { // otherwise these are those of the request before
		nonces = r.Nonces
	}
	b = append(appendNonces(b, nonces), `,"attempt":`...)
	b = strconv.AppendInt(b, int64(max(1, x.turn.Attempt)), 10)
	b = framing.AppendInt(b, "connection", e.number)
	b = framing.AppendInt(b, "nthOnConnection", e.count)
	b = framing.AppendText(b, "listener", e.listener)
	b = framing.AppendText(b, "operation", x.operation)
	if x.operation != unread {
		b = e.appendRequest(b, requestKept)
	}
	b = e.appendTimes(b, writes)
	if x.status != 0 {
		b = framing.AppendInt(b, "status", int64(x.status))
		b = append(framing.AppendName(b, "headers"), '[')
		for i, header := range x.headers {
			b = appendPair(b, i, header[0], e.answers.Text(header[1]))
		}
		b = framing.AppendInt(append(b, ']'), "sizeBytes", x.size)
		b = framing.AppendInt(b, "keptBytes", int64(kept))
		b = e.appendContent(b)
	}
	b = framing.AppendText(b, "outcome", x.outcome)
	if step := x.turn.Step; step != nil {
		b = appendStep(b, step)
	}
	return append(b, '}')
}

func appendStep(b []byte, step *script.Step) []byte {
	if step.Name != "" {
		b = framing.AppendText(b, "script", step.Name)
	}
	if step.Fail != nil {
		b = framing.AppendText(b, "failure", string(step.Fail.Kind))
	}
	return b
}

func (e *encoder) appendRequest(b []byte, requestKept int) []byte {
	r := e.received
	b = framing.AppendText(b, "method", r.Method)
	b = framing.AppendText(b, "path", e.redactor.Text(r.Target))
	b = append(framing.AppendName(b, "requestHeaders"), '[')
	for i, header := range r.Headers {
		b = appendPair(b, i, e.redactor.Text(header.Name), shownHeader(header, e.redactor))
	}
	b = framing.AppendInt(append(b, ']'), "requestBytes", r.Size)
	b = framing.AppendInt(b, "requestKeptBytes", int64(requestKept))
	b = appendDigest(framing.AppendName(b, "requestSha256"), r.SHA256())
	b = strconv.AppendBool(framing.AppendName(b, "requestComplete"), r.IsComplete())
	if r.Form != nil {
		b = e.appendForm(b, r.Form)
	}
	return strconv.AppendBool(framing.AppendName(b, "isStream"), e.x.question.IsStream)
}

func (e *encoder) appendForm(b []byte, form *request.Form) []byte {
	b = append(framing.AppendName(b, "form"), `{"fields":[`...)
	for i, field := range form.Fields {
		b = appendPair(b, i, e.redactor.Text(field[0]), e.redactor.Text(field[1]))
	}
	b = append(b, `],"files":[`...)
	for i, file := range form.Files {
		if i > 0 {
			b = append(b, ',')
		}
		b = framing.AppendText(append(b, '{'), "field", e.redactor.Text(file.Field))
		b = framing.AppendText(b, "filename", e.redactor.Text(file.Name))
		b = framing.AppendText(b, "type", e.redactor.Text(file.Type))
		b = framing.AppendInt(b, "sizeBytes", file.Size)
		b = append(appendDigest(framing.AppendName(b, "sha256"), file.SHA256), '}')
	}
	return append(b, "]}"...)
}

func (e *encoder) appendTimes(b []byte, writes []int64) []byte {
	x, r := &e.x, e.received
	if x.operation != unread {
		b = framing.AppendInt(b, "receivedNs", r.ReceivedNs)
		b = framing.AppendInt(b, "requestEndNs", r.EndNs)
	}
	if x.headNs != 0 {
		b = framing.AppendInt(b, "headNs", x.headNs)
	}
	b = framing.AppendInts(b, "writes", writes)
	if len(x.tokens) > 0 {
		b = framing.AppendInts(b, "tokens", x.tokens)
	}
	b = framing.AppendInt(b, "endNs", x.endNs)
	if x.disconnectedNs != 0 {
		b = framing.AppendInt(b, "disconnectedNs", x.disconnectedNs)
	}
	return b
}

func (e *encoder) appendContent(b []byte) []byte {
	x, content := &e.x, &e.x.content
	if x.textLength <= maxTextBytes {
		b = framing.AppendText(b, "text", e.answers.Text(string(x.text)))
	}
	var digest [sha256.Size]byte
	x.textDigest.Sum(digest[:0])
	b = appendDigest(framing.AppendName(b, "textSha256"), digest)
	b = framing.AppendInt(b, "textLength", x.textLength)
	if content.Usage != nil {
		b = append(framing.AppendName(b, "usage"), content.Usage...)
	}
	if content.FinishReason != "" {
		b = framing.AppendText(b, "finishReason", content.FinishReason)
	}
	if content.Refusal != "" {
		b = framing.AppendText(b, "refusal", content.Refusal)
	}
	if len(content.ToolCalls) > 0 {
		b = appendCalls(b, content.ToolCalls)
	}
	if len(content.ContentSHA256s) > 0 {
		b = append(framing.AppendName(b, "contentSha256"), '[')
		for i, digest := range content.ContentSHA256s {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendDigest(b, digest)
		}
		b = append(b, ']')
	}
	return b
}

func appendCalls(b []byte, calls []script.ToolCall) []byte {
	b = append(framing.AppendName(b, "toolCalls"), '[')
	for i, call := range calls {
		if i > 0 {
			b = append(b, ',')
		}
		b = framing.AppendInt(append(b, '{'), "index", int64(i))
		b = framing.AppendText(b, "id", call.ID)
		b = framing.AppendText(b, "name", call.Name)
		b = append(framing.AppendText(b, "arguments", call.Arguments()), '}')
	}
	return append(b, ']')
}

func appendNonces(b []byte, nonces []string) []byte {
	b = append(framing.AppendName(b, "nonces"), '[')
	for i, nonce := range nonces {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), nonce...), '"')
	}
	return append(b, ']')
}

func appendPair(b []byte, index int, first, second string) []byte {
	if index > 0 {
		b = append(b, ',')
	}
	b = append(framing.AppendQuoted(append(b, '['), first), ',')
	return append(framing.AppendQuoted(b, second), ']')
}

func appendDigest(b []byte, digest [sha256.Size]byte) []byte {
	return append(hex.AppendEncode(append(b, '"'), digest[:]), '"')
}
