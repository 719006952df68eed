package redact

import "encoding/binary"

const (
	gramBytes  = 4
	filterBits = 1 << 16
	// maxRuns limits the memory for a text that is full of secrets.
	maxRuns = 1 << 14
)

// search looks for many spellings at once. Each run that reveals a secret has at least n characters,
// mostly 12, so it is enough to look up four bytes at every n-3th offset: one of these lies within the
// run. A text without secrets costs one look-up per 9 bytes, for any number of secrets.
type search struct {
	// reach is the length of the longest spelling, with the characters that it shares.
	reach  int
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

// found is a run of characters in a text that reveals a secret.
type found struct {
	span
	spelling *Spelling
	// origin is where the spelling would begin in the text, if all of it were there.
	origin int
}

// newSearch returns nil when there are no spellings.
func newSearch(spellings []Spelling) *search {
	if len(spellings) == 0 {
		return nil
	}
	s := &search{step: partBytes - gramBytes + 1, places: map[uint32][]place{}}
	for i := range spellings {
		spelling := &spellings[i]
		s.reach = max(s.reach, len(spelling.text)+2)
		for start, end := range spelling.revealedBy {
			if end <= len(spelling.text) {
				s.step = min(s.step, end-start-gramBytes+1)
			}
		}
	}
	for i := range spellings {
		s.add(&spellings[i])
	}
	return s
}

func (s *search) add(spelling *Spelling) {
	end := len(spelling.text) - gramBytes + 1
	// Where only the whole of it reveals the secret, one of its first offsets is looked up.
	if spelling.revealedBy[0] == len(spelling.text) && spelling.revealedBy[1] > len(spelling.text) {
		end = min(end, s.step)
	}
	for at := range end {
		gram := gramAt(spelling.text, at)
		bit := hashOf(gram)
		s.filter[bit/32] |= 1 << (bit % 32)
		s.places[gram] = append(s.places[gram], place{spelling, at})
	}
}

// find adds the runs in a text, which can overlap, until there are more than maxRuns.
func (s *search) find(text []byte, runs []found) []found {
	first := len(runs)
	for at := 0; at+gramBytes <= len(text); at += s.step {
		gram := gramAt(text, at)
		bit := hashOf(gram)
		if s.filter[bit/32]&(1<<(bit%32)) == 0 {
			continue
		}
		if len(runs) > maxRuns {
			return runs
		}
		for _, p := range s.places[gram] {
			if len(runs) > first && runs[len(runs)-1].contains(p, at) {
				continue
			}
			if run, ok := p.runAround(text, at); ok {
				runs = append(runs, run)
			}
		}
	}
	return runs
}

// gramAt returns four bytes as they are compared.
func gramAt(text []byte, at int) uint32 {
	b := text[at : at+gramBytes]
	return binary.LittleEndian.Uint32([]byte{foldTable[b[0]], foldTable[b[1]], foldTable[b[2]], foldTable[b[3]]})
}

func hashOf(gram uint32) uint32 {
	return gram * 0x9e3779b1 >> 16
}

// contains returns whether the run includes this place already.
func (f *found) contains(p place, at int) bool {
	return f.spelling == p.spelling && f.origin == at-p.at && at+gramBytes <= f.end
}

// runAround returns the longest run around an offset that agrees with the spelling, and false when it
// reveals nothing.
func (p place) runAround(text []byte, at int) (found, bool) {
	spelled, origin := p.spelling.text, at-p.at
	first, last := p.at, p.at+gramBytes
	for first > 0 && origin+first > 0 && foldTable[text[origin+first-1]] == spelled[first-1] {
		first--
	}
	for last < len(spelled) && origin+last < len(text) && foldTable[text[origin+last]] == spelled[last] {
		last++
	}
	if last < p.spelling.revealedBy[first] {
		return found{}, false
	}
	start, end := origin+first, origin+last
	if p.spelling.sharesBefore && first == 0 && start > 0 && isBase64(text[start-1]) {
		start--
	}
	if p.spelling.sharesAfter && last == len(spelled) && end < len(text) && isBase64(text[end]) {
		end++
	}
	return found{span{start, end, p.spelling.markerOf(first, last)}, p.spelling, origin}, true
}

func isBase64(c byte) bool {
	c = foldTable[c]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}
