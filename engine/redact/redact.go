// Package redact removes secrets from texts that a gateway sends, before any of it is written.
package redact

import (
	"slices"
	"unsafe"
)

// Redactor replaces secrets by markers before a text is put into a frame. It finds the forms that are
// most likely in an answer: a secret as it is, with the escapes of JSON, and in base64, also 12
// consecutive characters of one. The judging process (src/exchange/redaction) finds more of them in
// all that it shows.
type Redactor struct {
	search *search
}

// New returns a redactor of these spellings.
func New(spellings []Spelling) Redactor {
	return Redactor{newSearch(spellings)}
}

// Text returns the text with markers in place of the secrets.
func (r Redactor) Text(text string) string {
	// Nothing writes to these bytes, so the text need not be copied.
	bytes := unsafe.Slice(unsafe.StringData(text), len(text))
	spans := r.spans(bytes)
	if len(spans) == 0 {
		return text
	}
	return string(replaced(bytes, spans))
}

// Body does so for a body, and returns its reads adjusted to the length of the markers.
func (r Redactor) Body(body []byte, reads []int64) ([]byte, []int64) {
	spans := r.spans(body)
	if len(spans) == 0 {
		return body, reads
	}
	return replaced(body, spans), adjustedReads(reads, spans)
}

// spans returns what shows a secret in a text, in order.
func (r Redactor) spans(text []byte) []span {
	if r.search == nil {
		return nil
	}
	if slices.Index(text, '\\') < 0 {
		return r.search.find(text)
	}
	v := views.Get().(*view)
	defer views.Put(v)
	v.read(text)
	spans := r.search.find(v.bytes)
	for i, s := range spans {
		spans[i].start, spans[i].end = int(v.origins[s.start]), int(v.origins[s.end])
	}
	return spans
}
