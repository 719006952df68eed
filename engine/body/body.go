package body

import "slices"

// MinRoom is the least room for a read: as much as net/http buffers, so that the bytes of one read
// from the socket are rarely split.
const MinRoom = 4 << 10

// Body is an answer as received. Once the budget has no room for it, only its start is kept (see
// Prefix) and its end as far as Tail needs it: it has been dropped, and its bytes are only counted.
type Body struct {
	budget *Budget
	chunks [][]byte
	// taken is what its chunks take from the budget.
	taken int64
	size  int
	// rest is the end of a dropped body.
	rest    []byte
	dropped bool
}

// Use prepares an empty body, which takes its room from this budget.
func (b *Body) Use(budget *Budget) {
	*b = Body{budget: budget, chunks: b.chunks[:0]}
}

// Len is how many bytes were received.
func (b *Body) Len() int {
	return b.size
}

// IsDropped returns whether the budget had no room for the body.
func (b *Body) IsDropped() bool {
	return b.dropped
}

// Room returns space for at least MinRoom further bytes, which Extend adds. The last `open` bytes
// stay in one piece with them. It returns nil when there is no memory for such a piece.
func (b *Body) Room(open int) []byte {
	if end := b.end(); cap(end)-len(end) >= MinRoom {
		return end[len(end):cap(end)]
	}
	if !b.dropped && !b.grow(open) {
		b.drop(open)
	}
	if b.dropped && !b.roll(open) {
		return nil
	}
	end := b.end()
	return end[len(end):cap(end)]
}

// Extend adds bytes that were written to the start of Room.
func (b *Body) Extend(count int) {
	end := b.end()
	b.setEnd(end[:len(end)+count])
	b.size += count
}

// Tail returns the last bytes in one piece, as many as were open in the call of Room and all since.
func (b *Body) Tail(count int) []byte {
	end := b.end()
	return end[len(end)-count:]
}

// Truncate removes the last bytes, at most those that Tail can return.
func (b *Body) Truncate(count int) {
	end := b.end()
	b.setEnd(end[:len(end)-count])
	b.size -= count
}

// Shorten keeps the first bytes only, at most this many, and gives back the room of the others. Len still
// counts all that were received. Nothing can be added afterwards.
func (b *Body) Shorten(limit int) {
	if b.dropped {
		return
	}
	for i, chunk := range b.chunks {
		if limit == 0 {
			b.taken -= int64(cap(chunk))
			b.budget.Give(int64(cap(chunk)))
			reuse(chunk)
			b.chunks[i] = nil
			continue
		}
		b.chunks[i] = chunk[:min(len(chunk), limit)]
		limit -= len(b.chunks[i])
	}
	b.chunks = slices.DeleteFunc(b.chunks, func(chunk []byte) bool { return chunk == nil })
}

// Held is how many bytes AppendTo adds.
func (b *Body) Held() int {
	held := 0
	for _, chunk := range b.chunks {
		held += len(chunk)
	}
	return held
}

// Prefix returns a copy of the first bytes, at most this many: fewer when the body was dropped.
func (b *Body) Prefix(limit int) []byte {
	prefix := make([]byte, 0, min(limit, b.size))
	for _, chunk := range b.chunks {
		prefix = append(prefix, chunk[:min(len(chunk), limit-len(prefix))]...)
	}
	return prefix
}

// AppendTo adds all bytes of a body that was not dropped.
func (b *Body) AppendTo(bytes []byte) []byte {
	for _, chunk := range b.chunks {
		bytes = append(bytes, chunk...)
	}
	return bytes
}

// Drop keeps nothing but the start.
func (b *Body) Drop() {
	if !b.dropped {
		b.drop(0)
	}
}

// Free gives all room back.
func (b *Body) Free() {
	for i, chunk := range b.chunks {
		reuse(chunk)
		b.chunks[i] = nil
	}
	if b.rest != nil {
		reuse(b.rest)
	}
	if b.budget != nil {
		b.budget.Give(b.taken)
	}
	*b = Body{chunks: b.chunks[:0]}
}

// Settle replaces what the body takes from the budget by these bytes, in which its copy was written,
// and returns whether there was room. The copy is no longer the body's: Free gives nothing back for
// it.
func (b *Body) Settle(size int64) bool {
	if !b.budget.TakeForBody(size - b.taken) {
		return false
	}
	b.taken = 0
	return true
}

// end is the chunk that is being filled.
func (b *Body) end() []byte {
	if b.dropped {
		return b.rest
	}
	if len(b.chunks) == 0 {
		return nil
	}
	return b.chunks[len(b.chunks)-1]
}

func (b *Body) setEnd(end []byte) {
	if b.dropped {
		b.rest = end
		return
	}
	b.chunks[len(b.chunks)-1] = end
}

// grow adds a chunk that begins with the open bytes.
func (b *Body) grow(open int) bool {
	size := max(chunkSize(len(b.chunks)), nextPowerOfTwo(2*open+MinRoom))
	if len(b.chunks) == 0 {
		b.budget.TakeAlways(int64(size))
	} else if !b.budget.TakeForBody(int64(size)) {
		return false
	}
	b.taken += int64(size)
	chunk := newChunk(size)
	if open > 0 {
		end := b.end()
		chunk = append(chunk, end[len(end)-open:]...)
		b.setEnd(end[:len(end)-open])
	}
	b.chunks = append(b.chunks, chunk)
	return true
}

// drop gives back all chunks but the first, and copies the open bytes.
func (b *Body) drop(open int) {
	tail := b.Tail(open)
	b.dropped = true
	b.rest = newChunk(max(smallChunk, open))
	taken := int64(cap(b.rest))
	b.rest = append(b.rest, tail...)
	for i, chunk := range b.chunks[min(1, len(b.chunks)):] {
		reuse(chunk)
		b.chunks[i+1] = nil
	}
	b.chunks = b.chunks[:min(1, len(b.chunks))]
	if len(b.chunks) > 0 {
		taken += int64(cap(b.chunks[0]))
	}
	b.budget.TakeAlways(taken - b.taken)
	b.taken = taken
}

// roll moves the open bytes to the start of the rest, or to a larger one.
func (b *Body) roll(open int) bool {
	tail := b.Tail(open)
	if cap(b.rest)-open >= MinRoom {
		b.rest = append(b.rest[:0], tail...)
		return true
	}
	size := nextPowerOfTwo(2*open + MinRoom)
	if !b.budget.Take(int64(size - cap(b.rest))) {
		return false
	}
	b.taken += int64(size - cap(b.rest))
	larger := append(newChunk(size), tail...)
	reuse(b.rest)
	b.rest = larger
	return true
}

func nextPowerOfTwo(n int) int {
	size := smallChunk
	for size < n {
		size *= 2
	}
	return size
}
