package redact

import "encoding/binary"

const (
	gramBytes  = 4
	filterBits = 1 << 16
	// maxSpans limits the memory for a text that is full of secrets.
	maxSpans = 1 << 14
)

// search looks for many spellings at once. Each run that reveals a secret has at least n characters,
// mostly 12, so it is enough to look up four bytes at every n-3th offset: one of these lies within the
// run. A text without secrets costs one look-up per 9 bytes, for any number of secrets.
type search struct {
	step   int
	places map[uint32][]place
	// filter has one bit for each hash of four bytes that some spelling has: most look-ups end there.
	filter [filterBits / 32]uint32
}

// place is where four bytes are in a spelling.
type place struct {
	spelling *Spelling
	at       int
}

// newSearch returns nil when there are no spellings.
func newSearch(spellings []Spelling) *search {
	if len(spellings) == 0 {
		return nil
	}
	s := &search{step: partBytes - gramBytes + 1, places: map[uint32][]place{}}
	for i := range spellings {
		spelling := &spellings[i]
		s.step = max(1, min(s.step, spelling.least-gramBytes+1))
		for at := range len(spelling.text) - gramBytes + 1 {
			gram := gramAt(spelling.text, at)
			bit := hashOf(gram)
			s.filter[bit/32] |= 1 << (bit % 32)
			s.places[gram] = append(s.places[gram], place{spelling, at})
		}
	}
	return s
}

// find returns what shows a secret in a text, in order and without overlaps. A text with too many such
// places is one of them as a whole.
func (s *search) find(text []byte) []span {
	var spans []span
	end := 0
	for at := 0; at+gramBytes <= len(text); at += s.step {
		gram := gramAt(text, at)
		bit := hashOf(gram)
		if s.filter[bit/32]&(1<<(bit%32)) == 0 {
			continue
		}
		found := span{start: at, end: at}
		for _, p := range s.places[gram] {
			if run := p.runAround(text, at, end); run.end-run.start > found.end-found.start {
				found = run
			}
		}
		if found.marker == "" {
			continue
		}
		spans, end = append(spans, found), found.end
		at = max(at, end-s.step)
		if len(spans) > maxSpans {
			return []span{{0, len(text), spans[0].marker}}
		}
	}
	return spans
}

// gramAt returns four bytes as they are compared.
func gramAt(text []byte, at int) uint32 {
	b := text[at : at+gramBytes]
	return binary.LittleEndian.Uint32([]byte{foldTable[b[0]], foldTable[b[1]], foldTable[b[2]], foldTable[b[3]]})
}

func hashOf(gram uint32) uint32 {
	return gram * 0x9e3779b1 >> 16
}

// runAround returns the longest run around an offset that agrees with the spelling, from an offset on;
// without a marker when it reveals nothing.
func (p place) runAround(text []byte, at, from int) span {
	spelled, origin := p.spelling.text, at-p.at
	first, last := p.at, p.at+gramBytes
	for first > 0 && origin+first > from && foldTable[text[origin+first-1]] == spelled[first-1] {
		first--
	}
	for last < len(spelled) && origin+last < len(text) && foldTable[text[origin+last]] == spelled[last] {
		last++
	}
	marker := p.spelling.markerOf(first, last)
	if marker == "" {
		return span{}
	}
	return span{origin + first, origin + last, marker}
}
