package gateway

// redactor replaces keys in what a gateway sends, before it reaches a frame: a recording must hold
// none. The markers are those of src/exchange/redaction/redact.ts, which finds nothing left to do.
type redactor struct {
	needles *needles
}

// span is a place to replace.
type span struct {
	start, end int
	marker     string
}

func newRedactor(k keys, a access) redactor {
	clues := append(cluesOf("API key 1", k.first), cluesOf("API key 2", k.second)...)
	return redactor{newNeedles(append(clues, a.clues()...))}
}

func (r redactor) text(text string) string {
	spans := spansIn(r.needles, text)
	if spans == nil {
		return text
	}
	return string(replaced([]byte(text), spans))
}

// body returns the body and its reads, which end where the same text ends after the replacing.
func (r redactor) body(body []byte, reads []int64) ([]byte, []int64) {
	spans := spansIn(r.needles, body)
	if spans == nil {
		return body, reads
	}
	return replaced(body, spans), movedReads(reads, spans)
}

func spansIn[Text string | []byte](n *needles, text Text) []span {
	if n == nil {
		return nil
	}
	var spans []span
	from := 0
	for found, at := find(n, text, from); found != nil; found, at = find(n, text, from) {
		start, end, marker := extent(found, text, at, from)
		spans = append(spans, span{start, end, marker})
		from = end
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

// movedReads lets a read that ended inside a key end before the marker: the key came with a later
// read.
func movedReads(reads []int64, spans []span) []int64 {
	moved := make([]int64, len(reads))
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
		moved[i], moved[i+1] = int64(end+shift), reads[i+1]
	}
	return moved
}
