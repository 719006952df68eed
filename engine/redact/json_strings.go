package redact

import (
	"bytes"
	"hash/maphash"
)

// maxDepth is how deep JSON is read.
const maxDepth = 64

// jsonString is a string in a line, without its quotes, and a number for its place in the structure.
type jsonString struct {
	place      uint64
	start, end int
}

// frame is an object or a list that has begun.
type frame struct {
	// place is its own; next is that of the next value, without the position in a list.
	place, next uint64
	isList      bool
	position    uint64
	// index distinguishes it from its siblings: its own index, or else its position in a list.
	index       uint64
	hasIndex    bool
	isIndexNext bool
	firstString int
}

// jsonReader finds the strings in a line of JSON that are values. Two of them in different lines have
// the same place when a client would join them: an element of a list is known by its own index where it
// has one, such as a choice or a tool call, and by its position otherwise. A line that is not JSON gives
// whatever looks like it.
type jsonReader struct {
	text    []byte
	strings []jsonString
	frames  []frame
}

var seed = maphash.MakeSeed()

// read replaces the strings by those of text[start:end], with their offsets in text.
func (r *jsonReader) read(text []byte, start, end int) {
	r.text, r.strings, r.frames = text[:end], r.strings[:0], r.frames[:0]
	for at := start; at < end && len(r.frames) < maxDepth; {
		at = r.token(at)
	}
	for len(r.frames) > 0 {
		r.close()
	}
}

// token reads what begins at an offset, and returns where it ends.
func (r *jsonReader) token(at int) int {
	switch c := r.text[at]; c {
	case '"':
		return r.string(at + 1)
	case '{', '[':
		r.open(c == '[')
	case '}', ']':
		r.close()
	case ',':
		if f := r.frame(); f != nil {
			f.position++
		}
	default:
		if f := r.frame(); f != nil && f.isIndexNext && c >= '0' && c <= '9' {
			f.index = mixed(f.index, uint64(c))
		}
	}
	return at + 1
}

// frame returns the innermost one, and nil outside of any.
func (r *jsonReader) frame() *frame {
	if len(r.frames) == 0 {
		return nil
	}
	return &r.frames[len(r.frames)-1]
}

func (r *jsonReader) open(isList bool) {
	f := frame{isList: isList, firstString: len(r.strings)}
	if parent := r.frame(); parent != nil {
		f.place = parent.next
		f.index, f.hasIndex = parent.position, parent.isList
	}
	f.next = f.place + 1
	r.frames = append(r.frames, f)
}

func (r *jsonReader) close() {
	f := r.frame()
	if f == nil {
		return
	}
	if f.hasIndex {
		for i := f.firstString; i < len(r.strings); i++ {
			r.strings[i].place = mixed(r.strings[i].place, f.index)
		}
	}
	r.frames = r.frames[:len(r.frames)-1]
}

func (r *jsonReader) string(start int) int {
	end := closingQuote(r.text, start)
	f := r.frame()
	switch {
	case f != nil && !f.isList && r.isName(end):
		name := r.text[start:end]
		f.next = mixed(f.place, maphash.Bytes(seed, name))
		if f.isIndexNext = bytes.HasSuffix(name, []byte("index")); f.isIndexNext {
			f.index, f.hasIndex = f.next, true
		}
	case start == end:
	case f == nil:
		r.strings = append(r.strings, jsonString{0, start, end})
	case f.isList:
		r.strings = append(r.strings, jsonString{mixed(f.next, f.position), start, end})
	default:
		r.strings = append(r.strings, jsonString{f.next, start, end})
	}
	return end + 1
}

func closingQuote(text []byte, from int) int {
	for at := from; at < len(text); {
		quote := bytes.IndexByte(text[at:], '"')
		if quote < 0 {
			break
		}
		end := at + quote
		if !isEscaped(text, from, end) {
			return end
		}
		at = end + 1
	}
	return len(text)
}

// isName returns whether the string that ends here is the name of a member.
func (r *jsonReader) isName(end int) bool {
	for end++; end < len(r.text) && r.text[end] == ' '; end++ {
	}
	return end < len(r.text) && r.text[end] == ':'
}

func mixed(hash, value uint64) uint64 {
	hash = (hash ^ value) * 0x9e3779b97f4a7c15
	return hash ^ hash>>29
}
