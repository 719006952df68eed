package redact

import "sync"

// startsAny holds what an escape or an invisible character can begin with.
var startsAny = func() [256]bool {
	starts := startsInvisible
	for _, sign := range []byte(`\%&=`) {
		starts[sign] = true
	}
	return starts
}()

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
	// readAs is how the text was read that it was made from.
	readAs digits
}

var views = sync.Pool{New: func() any { return new(view) }}

// unescapedViews passes the surroundings of the escapes in a text, each escape replaced by what it
// stands for. What is further than reach bytes from an escape is omitted: it is the same in the text
// itself. The views overlap, so that each run of at most reach bytes with an escape in it is complete in
// one of them.
//
// What may be an escape or ordinary text is read in each way, one after the other: none hides a key that
// another one shows. Within a view that was not read as text (readAs), there is no such choice: this
// limits the work for a text that is made to be slow.
func unescapedViews(text []byte, reach int, readAs digits, pass func(*view)) {
	escapes := newEscapes(text, asText)
	escapes.passViews(reach, readAs, pass)
	if !escapes.isAmbiguous || readAs != asText {
		return
	}
	for _, other := range [2]digits{asOctal, asCSS} {
		escapes := newEscapes(text, other)
		escapes.passViews(reach, other, pass)
	}
}

func (e *escapes) passViews(reach int, readAs digits, pass func(*view)) {
	text, next := e.text, e.next(0)
	if next == len(text) {
		return
	}
	v := views.Get().(*view)
	defer views.Put(v)
	v.readAs = readAs
	from, size := max(0, next-reach), max(viewBytes, 2*escapeLength*reach)
	for next < len(text) {
		end := v.fill(e, from, next, reach, size)
		pass(v)
		if end == len(text) {
			return
		}
		resumed := end - reach
		if len(v.bytes) == size {
			resumed = int(v.origins[size-escapeLength*reach])
		}
		next = e.next(resumed)
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
		isNothing := false
		if startsAny[c] {
			if code, escapeEnd := escapes.read(at); escapeEnd > at {
				c, end, isNothing = byte(code), escapeEnd, code == nothing
				if !isQuote(code) {
					sinceEscape = -1
				}
			}
		}
		if !isNothing {
			v.bytes, v.origins = append(v.bytes, c), append(v.origins, int32(at))
		}
		at = end
	}
	v.origins = append(v.origins, int32(at))
	return at
}
