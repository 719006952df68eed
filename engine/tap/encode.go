package tap

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/engine/access"
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
	b = appendInt(b, "id", x.id)
	b = appendText(b, "operation", r.Operation)
	b = appendText(b, "scenario", r.Scenario)
	if r.Group != nil {
		b = append(appendName(b, "group"), '{')
		b = appendText(b, "kind", r.Group.Kind)
		b = append(appendText(b, "id", redactor.Text(r.Group.ID)), '}')
	}
	b = appendInt(b, "attempt", r.Attempt)
	b = appendText(b, "method", r.Method)
	b = appendText(b, "url", redactor.Text(r.URL))
	b = appendRequestHeaders(b, r, redactor)
	b = appendText(b, "credential", r.Credential)
	b = appendKeyHeader(b, r.Key)
	b = appendRequestBody(b, r, redactor)
	b = appendTiming(b, x)
	b = appendText(b, "outcome", x.Outcome)
	if x.Failure != "" {
		b = appendText(b, "failure", redactor.Text(x.Failure))
	}
	if x.NotHTTP != "" {
		b = appendText(b, "notHttp", shownBytes(redactor.Text(x.NotHTTP)))
	}
	if x.MetClosing {
		b = append(appendName(b, "metClosing"), "true"...)
	}
	if x.Status != 0 {
		b = appendInt(b, "status", int64(x.Status))
		b = appendHeaders(b, x.Headers, redactor)
		b = appendInt(b, "sizeBytes", int64(x.Body.Len()))
	}
	return b
}

func appendTiming(b []byte, x *Exchange) []byte {
	b = appendInt(b, "intendedNs", x.ScheduledNs)
	b = appendInt(b, "sendNs", x.SendNs)
	if x.FirstByteNs != 0 {
		b = appendInt(b, "firstByteNs", x.FirstByteNs)
	}
	if x.IsStream {
		b = appendInts(b, "tokensNs", x.TokensNs.All())
		b = appendInt(b, "coalesced", x.Coalesced)
	}
	if rate := x.Request.ReadBytesPerSecond; rate != 0 {
		b = appendInt(b, "readBytesPerSecond", rate)
	}
	return appendInt(b, "endNs", x.EndNs)
}

// appendRequestHeaders omits the headers that can carry a key.
func appendRequestHeaders(b []byte, r *Request, redactor redact.Redactor) []byte {
	b = append(appendName(b, "requestHeaders"), '[')
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
		return append(appendName(b, "key"), "null"...)
	case key.IsBearer():
		return b
	}
	b = append(appendName(b, "key"), '{')
	b = appendText(b, "header", key.Header)
	return append(appendText(b, "scheme", key.Scheme), '}')
}

// appendHeaders sorts them: net/http keeps no order, and recordings should be reproducible.
func appendHeaders(b []byte, headers http.Header, redactor redact.Redactor) []byte {
	var buffer [24]string // on the stack, for most answers
	names := buffer[:0]
	for name := range headers {
		names = append(names, name)
	}
	slices.Sort(names)
	b = append(appendName(b, "headers"), '[')
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
	return append(appendQuoted(b, value), ']')
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
	b = append(appendName(b, "request"), '{')
	switch {
	case r.Upload != nil:
		b = appendText(b, "kind", "multipart")
		b = appendMultipart(b, r.Upload, redactor)
		b = appendInt(b, "sizeBytes", r.Upload.SizeBytes)
	case r.HasBody:
		b = appendText(b, "kind", "text")
		b = appendText(b, "text", truncatedText(redactor.Text(r.Body)))
		b = appendInt(b, "sizeBytes", int64(len(r.Body)))
	default:
		b = appendText(b, "kind", "none")
	}
	return append(b, '}')
}

func appendMultipart(b []byte, body *upload.Body, redactor redact.Redactor) []byte {
	b = append(appendName(b, "fields"), '[')
	for i, field := range body.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuoted(append(b, '['), field[0])
		b = append(appendQuoted(append(b, ','), redactor.Text(field[1])), ']')
	}
	b = append(appendName(append(b, ']'), "files"), '[')
	for i, part := range body.Files {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(append(b, '{'), "field", part.Field)
		b = appendText(b, "filename", part.Filename)
		b = appendInt(b, "sizeBytes", part.File.SizeBytes)
		b = append(appendText(b, "sha256", part.File.SHA256), '}')
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
