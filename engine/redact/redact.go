// Package redact removes secrets from texts that a gateway sends.
package redact

import (
	"sync"
	"unsafe"
)

// escapeLevels is how many levels of escapes within escapes are read, such as a percent-encoding
// within JSON.
const escapeLevels = 3

// Redactor replaces secrets by markers before a text is put into a frame, so that no recording
// contains a secret. The markers are those of src/exchange/redaction/redact.ts.
type Redactor struct {
	search *search
}

// New returns a redactor of these spellings.
func New(spellings []Spelling) Redactor {
	return Redactor{newSearch(spellings)}
}

// Text returns the text with markers in place of the secrets.
func (r Redactor) Text(text string) string {
	if r.search == nil {
		return text
	}
	runs := foundRuns.Get().(*[]found)
	defer foundRuns.Put(runs)
	// Nothing writes to these bytes, so the text need not be copied.
	bytes := unsafe.Slice(unsafe.StringData(text), len(text))
	*runs = r.search.inText(bytes, escapeLevels, asText, (*runs)[:0])
	if len(*runs) == 0 {
		return text
	}
	return string(replaced(bytes, mergedSpans(bytes, *runs)))
}

// Body does so for a body, and returns its reads adjusted to the length of the markers. In an event
// stream, it replaces a secret that comes in pieces piece by piece.
func (r Redactor) Body(body []byte, reads []int64) ([]byte, []int64) {
	if r.search == nil {
		return body, reads
	}
	runs := foundRuns.Get().(*[]found)
	defer foundRuns.Put(runs)
	*runs = r.search.inText(body, escapeLevels, asText, (*runs)[:0])
	*runs = r.search.inPieces(body, *runs)
	if len(*runs) == 0 {
		return body, reads
	}
	spans := mergedSpans(body, *runs)
	return replaced(body, spans), adjustedReads(reads, spans)
}

var foundRuns = sync.Pool{New: func() any { return new([]found) }}

// inText adds what reveals a secret in a text, also where it is escaped; readAs is how the text was read,
// if it is a view of another text.
func (s *search) inText(text []byte, levels int, readAs digits, runs []found) []found {
	runs = s.find(text, runs)
	if levels == 0 || !hasEscape(text) {
		return runs
	}
	return s.inViews(text, levels, readAs, runs)
}

// inViews adds what reveals a secret in a text with escapes.
func (s *search) inViews(text []byte, levels int, readAs digits, runs []found) []found {
	unescapedViews(text, s.reach, readAs, func(v *view) {
		first := len(runs)
		runs = s.inText(v.bytes, levels-1, v.readAs, runs)
		for i := first; i < len(runs); i++ {
			run := &runs[i]
			run.start, run.end = int(v.origins[run.start]), int(v.origins[run.end])
		}
	})
	return runs
}
