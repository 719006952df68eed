package redact

import "sync"

const (
	viewBytes = 64 << 10
	// escapeLength is how many times longer escapes make a run than what they stand for.
	escapeLength = 8
)

// view is a text made from a larger one, such as one without escapes.
type view struct {
	bytes []byte
	// origins holds where each byte comes from in the larger text, and last where the view ends there.
	origins []int32
}

var views = sync.Pool{New: func() any { return new(view) }}

// unescapedViews passes the surroundings of the escapes in a text, each escape replaced by what it
// stands for. What is further than reach bytes from an escape is omitted: it is the same in the text
// itself. The views overlap, so that each run of at most reach bytes with an escape in it is complete in
// one of them.
func unescapedViews(text []byte, reach int, pass func(*view)) {
	escapes := newEscapes(text)
	next := escapes.next(0)
	if next == len(text) {
		return
	}
	v := views.Get().(*view)
	defer views.Put(v)
	from, size := max(0, next-reach), max(viewBytes, 2*escapeLength*reach)
	for next < len(text) {
		end := v.fill(&escapes, from, next, reach, size)
		pass(v)
		if end == len(text) {
			return
		}
		resumed := end - reach
		if len(v.bytes) == size {
			resumed = int(v.origins[size-escapeLength*reach])
		}
		next = escapes.next(resumed)
		from = max(resumed, next-reach)
	}
}

// fill reads the text from an offset until size bytes are there or the last escape is out of reach, and
// returns where it ended.
func (v *view) fill(escapes *escapes, from, escape, reach, size int) int {
	v.bytes, v.origins = v.bytes[:0], v.origins[:0]
	text, at := escapes.text, from
	for sinceEscape := from - escape; at < len(text) && len(v.bytes) < size && sinceEscape <= reach; sinceEscape++ {
		c, end := text[at], at+1
		if c == '\\' || c == '%' || c == '&' {
			if code, escapeEnd := escapes.read(at); escapeEnd > at {
				c, end = byte(code), escapeEnd
				if !isQuote(code) {
					sinceEscape = -1
				}
			}
		}
		v.bytes, v.origins = append(v.bytes, c), append(v.origins, int32(at))
		at = end
	}
	v.origins = append(v.origins, int32(at))
	return at
}
