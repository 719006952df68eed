package redact

import (
	"encoding/binary"
	"unicode/utf8"
)

const (
	blockBytes = 32
	// highBits are those that no byte of ASCII has.
	highBits = 0x8080808080808080
)

// invisible holds the first and the last code of the characters that a reader does not see, such as
// U+200B: those that Unicode calls default-ignorable, and annotations.
var invisible = [][2]int{
	{0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f},
	{0x202a, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
	{0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
}

// startsInvisible holds the first bytes of these characters in UTF-8.
var startsInvisible = func() (starts [256]bool) {
	for _, codes := range invisible {
		starts[string(rune(codes[0]))[0]] = true
	}
	return starts
}()

// invisiblePairs holds their first two bytes, as one number.
var invisiblePairs = func() (pairs [1 << 16]bool) {
	for _, codes := range invisible {
		// The last byte, which has 6 bits, is not one of these in characters of three bytes or more.
		for code := codes[0]; code <= codes[1]; code = code | 0x3f + 1 {
			pairs[binary.BigEndian.Uint16([]byte(string(rune(code))))] = true
		}
	}
	return pairs
}()

func isInvisible(code int) bool {
	for _, codes := range invisible {
		if code <= codes[1] {
			return code >= codes[0]
		}
	}
	return false
}

// invisibleStart returns where the first invisible character is, from an offset on; the length of the
// text when there is none. It skips ASCII, which most texts consist of, in blocks.
func invisibleStart(text []byte, from int) int {
	at := from
	for ; at+blockBytes <= len(text); at += blockBytes {
		block := (*[blockBytes]byte)(text[at:])
		bits := binary.LittleEndian.Uint64(block[:]) | binary.LittleEndian.Uint64(block[8:]) |
			binary.LittleEndian.Uint64(block[16:]) | binary.LittleEndian.Uint64(block[24:])
		if bits&highBits == 0 {
			continue
		}
		for i, c := range block {
			if startsInvisible[c] && isInvisibleAt(text[at+i:]) {
				return at + i
			}
		}
	}
	for ; at < len(text); at++ {
		if startsInvisible[text[at]] && isInvisibleAt(text[at:]) {
			return at
		}
	}
	return len(text)
}

func isInvisibleAt(text []byte) bool {
	// Most of the other characters that begin with such a byte differ in the next one.
	if len(text) < 2 || !invisiblePairs[binary.BigEndian.Uint16(text)] {
		return false
	}
	character, _ := utf8.DecodeRune(text)
	return isInvisible(int(character))
}
