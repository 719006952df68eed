package gateway

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// appendExchange adds the header of an exchange frame, without its closing brace and what belongs
// to the body, which may have to stay behind.
func appendExchange(b []byte, x *exchange, redact redactor) []byte {
	r := x.request
	b = append(b, '{')
	b = appendInt(b, "id", x.id)
	b = appendText(b, "operation", r.operation)
	b = appendText(b, "scenario", r.scenario)
	if r.group != nil {
		b = append(appendName(b, "group"), '{')
		b = appendText(b, "kind", r.group.kind)
		b = append(appendText(b, "id", r.group.id), '}')
	}
	b = appendInt(b, "attempt", r.attempt)
	b = appendText(b, "method", r.method)
	b = appendText(b, "url", r.urlText)
	b = appendRequestHeaders(b, r)
	b = appendText(b, "credential", r.credential)
	b = appendCarriage(b, r.key)
	b = appendRequestBody(b, r)
	b = appendTiming(b, x)
	b = appendText(b, "outcome", x.outcome)
	if x.failure != "" {
		b = appendText(b, "failure", redact.text(x.failure))
	}
	if x.metClosing {
		b = append(appendName(b, "metClosing"), "true"...)
	}
	if x.status != 0 {
		b = appendInt(b, "status", int64(x.status))
		b = appendHeaders(b, x.headers, redact)
		b = appendInt(b, "sizeBytes", int64(len(x.body)))
	}
	return b
}

func appendTiming(b []byte, x *exchange) []byte {
	b = appendInt(b, "intendedNs", x.intendedNs)
	b = appendInt(b, "sendNs", x.sendNs)
	if x.firstByteNs != 0 {
		b = appendInt(b, "firstByteNs", x.firstByteNs)
	}
	if x.isStream {
		b = appendInts(b, "tokensNs", x.tokensNs)
		b = appendInt(b, "coalesced", x.coalesced)
	}
	if pace := x.request.readBytesPerSecond; pace != 0 {
		b = appendInt(b, "readBytesPerSecond", pace)
	}
	return appendInt(b, "endNs", x.endNs)
}

// appendRequestHeaders leaves out what carries the key, whoever set it.
func appendRequestHeaders(b []byte, r *request) []byte {
	b = append(appendName(b, "requestHeaders"), '[')
	first := true
	for _, h := range r.headers {
		if strings.EqualFold(h.name, "authorization") || r.key != nil && strings.EqualFold(h.name, r.key.Header) {
			continue
		}
		b = appendPair(b, h.name, h.value, &first)
	}
	return append(b, ']')
}

// appendCarriage says how keys are carried, where it is not as bearer tokens.
func appendCarriage(b []byte, key *carriage) []byte {
	switch {
	case key == nil:
		return append(appendName(b, "key"), "null"...)
	case key.isBearer():
		return b
	}
	b = append(appendName(b, "key"), '{')
	b = appendText(b, "header", key.Header)
	return append(appendText(b, "scheme", key.Scheme), '}')
}

// appendHeaders sorts them: net/http keeps no order, and a recording should be repeatable.
func appendHeaders(b []byte, headers http.Header, redact redactor) []byte {
	var room [24]string
	names := room[:0]
	for name := range headers {
		names = append(names, name)
	}
	slices.Sort(names)
	b = append(appendName(b, "headers"), '[')
	first := true
	for _, name := range names {
		for _, value := range headers[name] {
			b = appendPair(b, name, redact.text(value), &first)
		}
	}
	return append(b, ']')
}

func appendPair(b []byte, name, value string, first *bool) []byte {
	if !*first {
		b = append(b, ',')
	}
	*first = false
	b = append(b, '[', '"')
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c) // a header name is a token: nothing to escape
	}
	b = append(b, '"', ',')
	return append(appendQuoted(b, value), ']')
}

func appendRequestBody(b []byte, r *request) []byte {
	b = append(appendName(b, "request"), '{')
	switch {
	case r.multipart != nil:
		b = appendText(b, "kind", "multipart")
		b = appendMultipart(b, r.multipart)
		b = appendInt(b, "sizeBytes", r.multipart.sizeBytes)
	case r.hasText:
		b = appendText(b, "kind", "text")
		b = appendText(b, "text", cutText(r.text))
		b = appendInt(b, "sizeBytes", int64(len(r.text)))
	default:
		b = appendText(b, "kind", "none")
	}
	return append(b, '}')
}

func appendMultipart(b []byte, body *multipart) []byte {
	b = append(appendName(b, "fields"), '[')
	for i, field := range body.fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuoted(append(b, '['), field[0])
		b = append(appendQuoted(append(b, ','), field[1]), ']')
	}
	b = append(appendName(append(b, ']'), "files"), '[')
	for i, part := range body.files {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(append(b, '{'), "field", part.field)
		b = appendText(b, "filename", part.filename)
		b = appendInt(b, "sizeBytes", part.file.SizeBytes)
		b = append(appendText(b, "sha256", part.file.sha256), '}')
	}
	return append(b, ']')
}

// cutText cuts between characters.
func cutText(text string) string {
	if len(text) <= maxRequestText {
		return text
	}
	end := maxRequestText
	for end > maxRequestText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
