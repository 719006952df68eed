package redact

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"
)

const (
	// pieceBytes is how much of a long text is joined at once.
	pieceBytes = 64 << 10
	// maxPlaces is how many places are remembered.
	maxPlaces = 1024
)

// joiner joins what the lines of an event stream have at the same place: a text that comes in pieces,
// such as the deltas of an answer.
type joiner struct {
	search *search
	runs   []found
	body   []byte
	line   int
	places map[uint64]*stringPlace
	json   jsonReader
	view   view
	joined []found
	spare  []*stringPlace
	// last is the line that was read as JSON last; its strings count from its start.
	last        []byte
	lastStrings []jsonString
	lastPlaces  []*stringPlace
	// changed holds the strings of a line that can differ from those of the last one.
	changed []stretch
}

// stringPlace holds the strings of one place: where each begins and ends.
type stringPlace struct {
	strings []stretch
	bytes   int
	// varies: strings that are all the same, such as ids, are not pieces of a text; only the first of them
	// is kept.
	varies bool
	line   int
}

type stretch struct{ start, end int }

var joiners = sync.Pool{New: func() any { return &joiner{places: map[uint64]*stringPlace{}} }}

// inPieces adds the pieces of what reveals a secret in the joined strings of an event stream.
func (s *search) inPieces(body []byte, runs []found) []found {
	if !isEventStream(body) {
		return runs
	}
	j := joiners.Get().(*joiner)
	defer joiners.Put(j)
	j.search, j.body, j.runs, j.line = s, body, runs, 0
	for start := 0; start < len(body) && len(j.runs) <= maxRuns; {
		end := lineEnd(body, start)
		j.readLine(start, end)
		start = end + 1
	}
	j.leave(math.MaxInt)
	runs = j.runs
	j.body, j.runs, j.last = nil, nil, nil
	return runs
}

// isEventStream returns whether a line begins with `data:`.
func isEventStream(body []byte) bool {
	for at := 0; ; {
		next := bytes.Index(body[at:], []byte("data:"))
		if next < 0 {
			return false
		}
		at += next
		// Before the first line there may be a byte order mark.
		if at <= 3 || body[at-1] == '\n' || body[at-1] == '\r' {
			return true
		}
		at++
	}
}

// lineEnd returns where the line that begins at an offset ends: at a CR, at an LF or at the end.
func lineEnd(body []byte, start int) int {
	end := len(body)
	if lf := bytes.IndexByte(body[start:], '\n'); lf >= 0 {
		end = start + lf
	}
	if cr := bytes.IndexByte(body[start:end], '\r'); cr >= 0 {
		end = start + cr
	}
	return end
}

func (j *joiner) readLine(start, end int) {
	if start == end {
		return
	}
	j.line++
	if j.readLikeLast(start, end) {
		return
	}
	if value := j.valueStart(start, end); value == end {
		return
	} else if c := j.body[value]; c == '{' || c == '[' || c == '"' {
		j.readJSON(start, value, end)
	} else {
		j.add(j.place(uint64(j.body[start])), stretch{value, end})
	}
	if len(j.places) > maxPlaces {
		j.leaveOldest()
	}
}

// valueStart returns where the value of a field begins; where the line ends, when it has none.
func (j *joiner) valueStart(start, end int) int {
	value := end
	if colon := bytes.IndexByte(j.body[start:end], ':'); colon >= 0 {
		value = start + colon + 1
	}
	if value < end && j.body[value] == ' ' {
		value++
	}
	return value
}

func (j *joiner) readJSON(start, value, end int) {
	j.json.read(j.body, value, end)
	j.last, j.lastStrings, j.lastPlaces = j.body[start:end], j.lastStrings[:0], j.lastPlaces[:0]
	for _, s := range j.json.strings {
		p := j.place(s.place)
		j.add(p, stretch{s.start, s.end})
		j.lastStrings = append(j.lastStrings, jsonString{s.place, s.start - start, s.end - start})
		j.lastPlaces = append(j.lastPlaces, p)
	}
}

// readLikeLast reads a line that differs only in strings and numbers from the last one that was read as
// JSON, as most lines do, and returns false for any other line.
func (j *joiner) readLikeLast(start, end int) bool {
	line, last := j.body[start:end], j.last
	if last == nil || line[0] != last[0] {
		return false
	}
	same := commonPrefix(line, last)
	sameFrom := len(last) - commonSuffix(line[same:], last[same:])
	first := sort.Search(len(j.lastStrings), func(i int) bool { return j.lastStrings[i].end >= same })
	at, lastAt := 0, 0
	if first > 0 {
		lastAt = j.lastStrings[first-1].end
		at = lastAt
	}
	j.changed = j.changed[:0]
	for i := first; i < len(j.lastStrings) && lastAt < sameFrom; i++ {
		s := &j.lastStrings[i]
		from := afterSame(line, at, last[lastAt:s.start])
		if from < 0 {
			return false
		}
		at, lastAt = closingQuote(line, from), s.end
		j.changed = append(j.changed, stretch{from, at})
	}
	if lastAt < sameFrom {
		at, lastAt = afterSame(line, at, last[lastAt:]), len(last)
	}
	if len(line)-at != len(last)-lastAt {
		return false
	}
	j.addLikeLast(start, first, len(line)-len(last))
	return true
}

// addLikeLast adds the strings of a line that is like the last one: from the first one that differs on,
// where they are now, and then those of the last line, moved.
func (j *joiner) addLikeLast(start, first, moved int) {
	for i, s := range j.lastStrings {
		p, b := j.lastPlaces[i], stretch{s.start, s.end}
		if i >= first+len(j.changed) {
			b = stretch{s.start + moved, s.end + moved}
		} else if i >= first {
			b = j.changed[i-first]
		}
		b.start, b.end = b.start+start, b.end+start
		p.line = j.line
		p.varies = p.varies || !bytes.Equal(j.body[b.start:b.end], j.last[s.start:s.end])
		if p.varies {
			j.add(p, b)
		}
	}
}

// afterSame returns where a line goes on after a text without strings: numbers can differ, except for
// an index. It returns -1 when something else differs.
func afterSame(line []byte, at int, text []byte) int {
	if bytes.HasPrefix(line[at:], text) {
		return at + len(text)
	}
	for i := 0; i < len(text); {
		number, lineNumber := digitsAt(text, i), digitsAt(line, at)
		switch {
		case number > 0 && lineNumber > 0:
			if !bytes.Equal(text[i:i+number], line[at:at+lineNumber]) && !isFreeNumber(text[:i]) {
				return -1
			}
			i, at = i+number, at+lineNumber
		case at < len(line) && text[i] == line[at]:
			i, at = i+1, at+1
		default:
			return -1
		}
	}
	return at
}

// isFreeNumber returns whether the number after a text is the value of a member other than an index.
func isFreeNumber(before []byte) bool {
	name, isMember := bytes.CutSuffix(bytes.TrimRight(before, " "), []byte(`":`))
	return isMember && !bytes.HasSuffix(name, []byte("index"))
}

func digitsAt(text []byte, at int) int {
	end := at
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	return end - at
}

func (j *joiner) place(name uint64) *stringPlace {
	p := j.places[name]
	if p == nil {
		if last := len(j.spare) - 1; last >= 0 {
			p, j.spare = j.spare[last], j.spare[:last]
			*p = stringPlace{strings: p.strings[:0]}
		} else {
			p = &stringPlace{}
		}
		j.places[name] = p
	}
	p.line = j.line
	return p
}

func (j *joiner) add(p *stringPlace, b stretch) {
	if b.start == b.end {
		return
	}
	if !p.varies && len(p.strings) > 0 {
		before := p.strings[0]
		if p.varies = !bytes.Equal(j.body[before.start:before.end], j.body[b.start:b.end]); !p.varies {
			return
		}
	}
	p.strings = append(p.strings, b)
	p.bytes += b.end - b.start
	if overlap := escapeLength * j.search.reach; p.bytes >= pieceBytes+overlap {
		j.findIn(p)
		p.keepTail(overlap)
	}
}

// leaveOldest leaves the places that were not seen for the longest time.
func (j *joiner) leaveOldest() {
	var lines []int
	for _, p := range j.places {
		lines = append(lines, p.line)
	}
	slices.Sort(lines)
	j.leave(lines[len(lines)/4] + 1)
	j.last = nil
}

// leave finds what the places have that were not seen since a line, and removes them.
func (j *joiner) leave(since int) {
	for name, p := range j.places {
		if p.line < since {
			j.findIn(p)
			j.spare = append(j.spare, p)
			delete(j.places, name)
		}
	}
}

// findIn adds the pieces of what reveals a secret in the joined strings of a place.
func (j *joiner) findIn(p *stringPlace) {
	if !p.varies {
		return
	}
	v := &j.view
	v.bytes, v.origins = v.bytes[:0], v.origins[:0]
	for _, s := range p.strings {
		v.bytes = append(v.bytes, j.body[s.start:s.end]...)
		for at := s.start; at < s.end; at++ {
			v.origins = append(v.origins, int32(at))
		}
	}
	v.origins = append(v.origins, int32(p.strings[len(p.strings)-1].end))
	j.joined = j.search.inText(v.bytes, escapeLevels, asText, j.joined[:0])
	for _, run := range j.joined {
		run.start, run.end = int(v.origins[run.start]), int(v.origins[run.end])
		j.addPieces(p.strings, run)
	}
}

// addPieces adds the part of a run in each string, where there are several.
func (j *joiner) addPieces(strings []stretch, run found) {
	first := sort.Search(len(strings), func(i int) bool { return strings[i].end > run.start })
	if first == len(strings) || strings[first].end >= run.end {
		return
	}
	marker := partMarker(run.spelling.name)
	for _, s := range strings[first:] {
		piece := span{max(run.start, s.start), min(run.end, s.end), marker}
		if piece.start >= piece.end {
			return
		}
		j.runs = append(j.runs, found{span: piece, spelling: run.spelling})
	}
}

// keepTail leaves only what a run across the next border can reach.
func (p *stringPlace) keepTail(overlap int) {
	first, kept := len(p.strings), 0
	for first > 0 && kept < overlap {
		first--
		kept += p.strings[first].end - p.strings[first].start
	}
	p.strings = append(p.strings[:0], p.strings[first:]...)
	p.strings[0].start += max(0, kept-overlap)
	p.bytes = min(kept, overlap)
}

// commonPrefix returns how many bytes two lines begin with in common.
func commonPrefix(a, b []byte) int {
	same, end := 0, min(len(a), len(b))
	for same+8 <= end {
		if differ := binary.LittleEndian.Uint64(a[same:]) ^ binary.LittleEndian.Uint64(b[same:]); differ != 0 {
			return same + bits.TrailingZeros64(differ)/8
		}
		same += 8
	}
	for same < end && a[same] == b[same] {
		same++
	}
	return same
}

// commonSuffix returns how many bytes two lines end with in common.
func commonSuffix(a, b []byte) int {
	same, end := 0, min(len(a), len(b))
	for same+8 <= end {
		if differ := binary.LittleEndian.Uint64(a[len(a)-same-8:]) ^ binary.LittleEndian.Uint64(b[len(b)-same-8:]); differ != 0 {
			return same + bits.LeadingZeros64(differ)/8
		}
		same += 8
	}
	for same < end && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	return same
}
