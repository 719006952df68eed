package redact

import (
	"cmp"
	"slices"
)

// span is a range of a text to replace by its marker.
type span struct {
	start, end int
	marker     string
}

// mergedSpans puts spans in order and joins those that overlap; the joined span has the marker of the
// longest one. None begins within an escape of JSON, so JSON stays JSON.
//
// A text with too many runs is replaced as a whole.
func mergedSpans(text []byte, runs []found) []span {
	if len(runs) > maxRuns {
		return []span{{0, len(text), partMarker(runs[0].spelling.name)}}
	}
	slices.SortStableFunc(runs, func(a, b found) int { return cmp.Compare(a.start, b.start) })
	var merged []span
	longest := 0
	for _, run := range runs {
		length := run.end - run.start
		if len(merged) == 0 || run.start >= merged[len(merged)-1].end {
			merged, longest = append(merged, run.span), length
			continue
		}
		last := &merged[len(merged)-1]
		last.end = max(last.end, run.end)
		if length > longest {
			last.marker, longest = run.marker, length
		}
	}
	end := 0
	for i := range merged {
		merged[i].start = max(end, escapeStart(text, merged[i].start))
		end = merged[i].end
	}
	return merged
}

// escapeStart returns where the escape of JSON begins that an offset is in; the offset itself where it
// is in none.
func escapeStart(text []byte, at int) int {
	for start := at - 1; start >= max(0, at-len(`\u0000`)+1); start-- {
		if text[start] == '\\' {
			if isEscaped(text, 0, start+1) && (start == at-1 || text[start+1] == 'u') {
				return start
			}
			break
		}
	}
	return at
}

// isEscaped returns whether a backslash precedes an offset that no other backslash escapes.
func isEscaped(text []byte, from, at int) bool {
	start := at
	for start > from && text[start-1] == '\\' {
		start--
	}
	return (at-start)%2 == 1
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
