package redact

// maxWindow is how many bytes of a pattern decide whether it is compared: no pattern is shorter,
// except for a whole secret.
const maxWindow = 12

// patternSearch looks for many patterns at once by the method of Wu and Manber (1994): the last two
// bytes of a window determine how far it can move without missing a match, mostly by the whole
// window. So a text without any secret is read at every eleventh byte only.
type patternSearch struct {
	window int
	shifts []uint8
	byPair map[uint16][]*Pattern
}

// newPatternSearch returns nil when there are no patterns.
func newPatternSearch(patterns []Pattern) *patternSearch {
	if len(patterns) == 0 {
		return nil
	}
	s := &patternSearch{window: maxWindow, shifts: make([]uint8, 1<<16), byPair: map[uint16][]*Pattern{}}
	for i := range patterns {
		s.window = min(s.window, len(patterns[i].text))
	}
	for i := range s.shifts {
		s.shifts[i] = uint8(s.window - 1)
	}
	for i := range patterns {
		s.add(&patterns[i])
	}
	return s
}

func (s *patternSearch) add(p *Pattern) {
	last := s.window - 2
	for i := 0; i <= last; i++ {
		pair := uint16(p.text[i])<<8 | uint16(p.text[i+1])
		s.shifts[pair] = min(s.shifts[pair], uint8(last-i))
		if i == last {
			s.byPair[pair] = append(s.byPair[pair], p)
		}
	}
}

// find returns the first pattern at or after from, and its position; nil when there is none.
func find[Text string | []byte](s *patternSearch, text Text, from int) (*Pattern, int) {
	last := s.window - 2
	for end := from + last; end+1 < len(text); {
		pair := uint16(text[end])<<8 | uint16(text[end+1])
		shift := int(s.shifts[pair])
		if shift > 0 {
			end += shift
			continue
		}
		at := end - last
		for _, p := range s.byPair[pair] {
			if len(text)-at >= len(p.text) && string(text[at:at+len(p.text)]) == p.text {
				return p, at
			}
		}
		end++
	}
	return nil, 0
}
