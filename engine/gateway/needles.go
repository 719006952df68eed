package gateway

// needleWindow is how many bytes of a clue decide whether it is looked at: no clue is shorter,
// but for a whole key.
const needleWindow = 12

// needles looks for many clues at once by the method of Wu and Manber (1994): the last two bytes
// of a window say how far it can be moved without missing one, mostly by the whole window. So an
// answer without any key in it costs a look at each eleventh byte.
type needles struct {
	window int
	shifts []uint8
	byPair map[uint16][]*clue
}

// newNeedles returns nil when there is nothing to look for.
func newNeedles(clues []clue) *needles {
	if len(clues) == 0 {
		return nil
	}
	n := &needles{window: needleWindow, shifts: make([]uint8, 1<<16), byPair: map[uint16][]*clue{}}
	for i := range clues {
		n.window = min(n.window, len(clues[i].text))
	}
	for i := range n.shifts {
		n.shifts[i] = uint8(n.window - 1)
	}
	for i := range clues {
		n.learn(&clues[i])
	}
	return n
}

func (n *needles) learn(c *clue) {
	last := n.window - 2
	for i := 0; i <= last; i++ {
		pair := uint16(c.text[i])<<8 | uint16(c.text[i+1])
		n.shifts[pair] = min(n.shifts[pair], uint8(last-i))
		if i == last {
			n.byPair[pair] = append(n.byPair[pair], c)
		}
	}
}

// find returns the first clue at or after from, and where it is; nil when there is none.
func find[Text string | []byte](n *needles, text Text, from int) (*clue, int) {
	last := n.window - 2
	for end := from + last; end+1 < len(text); {
		pair := uint16(text[end])<<8 | uint16(text[end+1])
		shift := int(n.shifts[pair])
		if shift > 0 {
			end += shift
			continue
		}
		at := end - last
		for _, c := range n.byPair[pair] {
			if len(text)-at >= len(c.text) && string(text[at:at+len(c.text)]) == c.text {
				return c, at
			}
		}
		end++
	}
	return nil, 0
}
