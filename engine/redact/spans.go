package redact

// span is a range of a text to replace by its marker.
type span struct {
	start, end int
	marker     string
}

func replaced(text []byte, spans []span) []byte {
	size := len(text)
	for _, s := range spans {
		size += s.addedBytes()
	}
	out := make([]byte, 0, size)
	from := 0
	for _, s := range spans {
		out = append(append(out, text[from:s.start]...), s.marker...)
		from = s.end
	}
	return append(out, text[from:]...)
}

func (s span) addedBytes() int {
	return len(s.marker) - (s.end - s.start)
}

// adjustedReads moves the end of a read inside a secret to before the marker: the whole secret
// counts as part of a later read.
func adjustedReads(reads []int64, spans []span) []int64 {
	adjusted := make([]int64, len(reads))
	shift, next := 0, 0
	for i := 0; i < len(reads); i += 2 {
		end := int(reads[i])
		for next < len(spans) && spans[next].end <= end {
			shift += spans[next].addedBytes()
			next++
		}
		if next < len(spans) {
			end = min(end, spans[next].start)
		}
		adjusted[i], adjusted[i+1] = int64(end+shift), reads[i+1]
	}
	return adjusted
}
