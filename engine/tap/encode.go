package tap

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/engine/access"
	"assay/engine/framing"
	"assay/engine/redact"
	"assay/engine/upload"
)

// maxRequestText is how much of the text of a request its frame contains.
const maxRequestText = 64 << 10

// appendExchange adds the header of an exchange frame, without its closing brace and without the
// reads, which are sent with the body only. The request is searched for secrets too: its address can
// contain the id of a job, and its body an earlier answer.
func appendExchange(b []byte, x *Exchange, redactor redact.Redactor) []byte {
	r := x.Request
	b = append(b, '{')
	b = framing.AppendInt(b, "id", x.id)
	b = framing.AppendText(b, "operation", r.Operation)
	b = framing.AppendText(b, "scenario", r.Scenario)
	if r.Group != nil {
		b = append(framing.AppendName(b, "group"), '{')
		b = framing.AppendText(b, "kind", r.Group.Kind)
		b = append(framing.AppendText(b, "id", redactor.Text(r.Group.ID)), '}')
	}
	b = framing.AppendInt(b, "attempt", r.Attempt)
	b = framing.AppendText(b, "method", r.Method)
	b = framing.AppendText(b, "url", redactor.Text(r.URL))
	b = appendRequestHeaders(b, r, redactor)
	b = framing.AppendText(b, "credential", r.Credential)
	b = appendKeyHeader(b, r.Key)
	b = appendRequestBody(b, r, redactor)
	b = appendTiming(b, x)
	b = framing.AppendText(b, "outcome", x.Outcome)
	if x.Failure != "" {
		b = framing.AppendText(b, "failure", redactor.Text(x.Failure))
	}
	if x.NotHTTP != "" {
		b = framing.AppendText(b, "notHttp", shownBytes(redactor.Text(x.NotHTTP)))
	}
	if x.MetClosing {
		b = append(framing.AppendName(b, "metClosing"), "true"...)
	}
	if x.ReportsError {
		b = append(framing.AppendName(b, "reportsError"), "true"...)
	}
	if x.Status != 0 {
		b = framing.AppendInt(b, "status", int64(x.Status))
		if x.IsHTTP2 {
			b = framing.AppendText(b, "httpVersion", "2")
		}
		b = appendHeaders(b, x.Headers, redactor)
		b = framing.AppendInt(b, "sizeBytes", int64(x.Body.Len()))
	}
	return b
}

func appendTiming(b []byte, x *Exchange) []byte {
	b = framing.AppendInt(b, "intendedNs", x.ScheduledNs)
	b = framing.AppendInt(b, "sendNs", x.SendNs)
	if x.FirstByteNs != 0 {
		b = framing.AppendInt(b, "firstByteNs", x.FirstByteNs)
	}
	if x.IsStream {
		b = framing.AppendInts(b, "tokensNs", x.TokensNs.All())
		b = framing.AppendInt(b, "coalesced", x.Coalesced)
	}
	if x.LastArgumentNs != 0 {
		b = framing.AppendInt(b, "lastArgumentNs", x.LastArgumentNs)
	}
	if rate := x.Request.ReadBytesPerSecond; rate != 0 {
		b = framing.AppendInt(b, "readBytesPerSecond", rate)
	}
	return framing.AppendInt(b, "endNs", x.EndNs)
}

// appendRequestHeaders omits the headers that can carry a key.
func appendRequestHeaders(b []byte, r *Request, redactor redact.Redactor) []byte {
	b = append(framing.AppendName(b, "requestHeaders"), '[')
	first := true
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, "authorization") || r.Key != nil && strings.EqualFold(h.Name, r.Key.Header) {
			continue
		}
		b = appendPair(b, h.Name, redactor.Text(h.Value), &first)
	}
	return append(b, ']')
}

// appendKeyHeader adds the header that carries keys, unless they are sent as bearer tokens.
func appendKeyHeader(b []byte, key *access.KeyHeader) []byte {
	switch {
	case key == nil:
		return append(framing.AppendName(b, "key"), "null"...)
	case key.IsBearer():
		return b
	}
	b = append(framing.AppendName(b, "key"), '{')
	b = framing.AppendText(b, "header", key.Header)
	return append(framing.AppendText(b, "scheme", key.Scheme), '}')
}

// appendHeaders sorts them: net/http keeps no order, and recordings should be reproducible.
func appendHeaders(b []byte, headers http.Header, redactor redact.Redactor) []byte {
	var buffer [24]string // on the stack, for most answers
	names := buffer[:0]
	for name := range headers {
		names = append(names, name)
	}
	slices.Sort(names)
	b = append(framing.AppendName(b, "headers"), '[')
	first := true
	for _, name := range names {
		for _, value := range headers[name] {
			b = appendPair(b, redactor.Text(name), redactor.Text(value), &first)
		}
	}
	return append(b, ']')
}

func appendPair(b []byte, name, value string, first *bool) []byte {
	if !*first {
		b = append(b, ',')
	}
	*first = false
	b = append(appendHeaderName(append(b, '['), name), ',')
	return append(framing.AppendQuoted(b, value), ']')
}

// appendHeaderName writes a name in lower case, unless a marker stands in it. A header name is a
// token, so nothing needs an escape; a marker needs none either.
func appendHeaderName(b []byte, name string) []byte {
	b = append(b, '"')
	if strings.Contains(name, "[") {
		return append(append(b, name...), '"')
	}
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return append(b, '"')
}

func appendRequestBody(b []byte, r *Request, redactor redact.Redactor) []byte {
	b = append(framing.AppendName(b, "request"), '{')
	switch {
	case r.Upload != nil:
		b = framing.AppendText(b, "kind", "multipart")
		b = appendMultipart(b, r.Upload, redactor)
		b = framing.AppendInt(b, "sizeBytes", r.Upload.SizeBytes)
	case r.HasBody:
		b = framing.AppendText(b, "kind", "text")
		b = framing.AppendText(b, "text", truncatedText(redactor.Text(r.Body)))
		b = framing.AppendInt(b, "sizeBytes", int64(len(r.Body)))
	default:
		b = framing.AppendText(b, "kind", "none")
	}
	return append(b, '}')
}

func appendMultipart(b []byte, body *upload.Body, redactor redact.Redactor) []byte {
	b = append(framing.AppendName(b, "fields"), '[')
	for i, field := range body.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = framing.AppendQuoted(append(b, '['), field[0])
		b = append(framing.AppendQuoted(append(b, ','), redactor.Text(field[1])), ']')
	}
	b = append(framing.AppendName(append(b, ']'), "files"), '[')
	for i, part := range body.Files {
		if i > 0 {
			b = append(b, ',')
		}
		b = framing.AppendText(append(b, '{'), "field", part.Field)
		b = framing.AppendText(b, "filename", part.Filename)
		b = framing.AppendInt(b, "sizeBytes", part.File.SizeBytes)
		b = append(framing.AppendText(b, "sha256", part.File.SHA256), '}')
	}
	return append(b, ']')
}

// truncatedText cuts between characters.
func truncatedText(text string) string {
	if len(text) <= maxRequestText {
		return text
	}
	end := maxRequestText
	for end > maxRequestText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// maxShownBytes limits what is shown of an answer that is not HTTP.
const maxShownBytes = 200

// shownBytes returns the start of a text as printable ASCII, as src/exchange/shown-bytes.ts does.
func shownBytes(text string) string {
	var b strings.Builder
	for i := range min(len(text), maxShownBytes) {
		switch c := text[i]; {
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\n':
			b.WriteString(`\n`)
		case c >= ' ' && c <= '~':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	if len(text) > maxShownBytes {
		b.WriteString("…")
	}
	return b.String()
}
