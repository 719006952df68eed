// Package redact removes secrets from texts that a gateway sends.
package redact

// Redactor replaces secrets by markers before a text is put into a frame, so that no recording
// contains a secret. The markers are those of src/exchange/redaction/redact.ts.
type Redactor struct {
	search *patternSearch
}

// span is a range of a text to replace by its marker.
type span struct {
	start, end int
	marker     string
}

// New returns a redactor of these patterns.
func New(patterns []Pattern) Redactor {
	return Redactor{newPatternSearch(patterns)}
}

// Text returns the text with markers in place of the secrets.
func (r Redactor) Text(text string) string {
	spans := spansIn(r.search, text)
	if spans == nil {
		return text
	}
	return string(replaced([]byte(text), spans))
}

// Body does so for a body, and returns its reads adjusted to the length of the markers.
func (r Redactor) Body(body []byte, reads []int64) ([]byte, []int64) {
	spans := spansIn(r.search, body)
	if spans == nil {
		return body, reads
	}
	return replaced(body, spans), adjustedReads(reads, spans)
}

func spansIn[Text string | []byte](s *patternSearch, text Text) []span {
	if s == nil {
		return nil
	}
	var spans []span
	from := 0
	for found, at := find(s, text, from); found != nil; found, at = find(s, text, from) {
		match := matchIn(found, text, at, from)
		spans = append(spans, match)
		from = match.end
	}
	return spans
}

func replaced(text []byte, spans []span) []byte {
	out := make([]byte, 0, len(text))
	from := 0
	for _, s := range spans {
		out = append(append(out, text[from:s.start]...), s.marker...)
		from = s.end
	}
	return append(out, text[from:]...)
}

// adjustedReads moves the end of a read inside a secret to before the marker: the whole secret
// counts as part of a later read.
func adjustedReads(reads []int64, spans []span) []int64 {
	adjusted := make([]int64, len(reads))
	shift, next := 0, 0
	for i := 0; i < len(reads); i += 2 {
		end := int(reads[i])
		for next < len(spans) && spans[next].end <= end {
			shift += len(spans[next].marker) - (spans[next].end - spans[next].start)
			next++
		}
		if next < len(spans) {
			end = min(end, spans[next].start)
		}
		adjusted[i], adjusted[i+1] = int64(end+shift), reads[i+1]
	}
	return adjusted
}
