package answer

import (
	"bytes"
	"strconv"
	"strings"

	"assay/engine/upstream/script"
)

// Text is the content of an answer, in pieces: each is an event of a stream.
type Text struct {
	pieces []string
	// Without pieces, the text is a nonce and numbered words.
	nonce string
	words int
	// size is to what each word is filled up; 0 leaves it as it is.
	size int
	last string
	// bigAt is the piece that has bigBytes; -1 for none.
	bigAt, bigBytes int
}

// bigEventBytes is the size of the text of a large event.
const bigEventBytes = 1 << 20

// newText returns the text of a step. credential is the key that the gateway sent.
func newText(step *script.Step, nonce, credential string, words int) *Text {
	t := &Text{nonce: nonce, words: words, size: step.PieceBytes, bigAt: -1, bigBytes: bigEventBytes}
	switch {
	case step.Refusal != "" || len(step.ToolCalls) > 0 && step.Text == nil && step.Pieces == nil:
		t.pieces = []string{}
	case step.Pieces != nil:
		t.pieces = step.Pieces
	case step.Text != nil:
		t.pieces = cutText(*step.Text)
	case step.Tokens != nil:
		t.words = *step.Tokens
	}
	if step.EchoKey {
		t.last = " " + credential + " "
	}
	if step.Fails(script.BigEvent) {
		t.bigAt = step.Fail.AfterTokens
	}
	return t
}

// cutText cuts a text after each run of spaces.
func cutText(text string) []string {
	pieces := []string{}
	start := 0
	for i := 1; i <= len(text); i++ {
		if i == len(text) || text[i-1] == ' ' && text[i] != ' ' {
			pieces = append(pieces, text[start:i])
			start = i
		}
	}
	return pieces
}

// Len returns the number of pieces.
func (t *Text) Len() int {
	count := t.words
	if t.pieces != nil {
		count = len(t.pieces)
	}
	if t.last != "" {
		count++
	}
	return count
}

// Append adds a piece.
func (t *Text) Append(b []byte, index int) []byte {
	start := len(b)
	switch {
	case t.last != "" && index == t.Len()-1:
		return append(b, t.last...)
	case t.pieces != nil:
		b = append(b, t.pieces[index]...)
	case index == 0 && t.nonce != "":
		b = append(append(b, t.nonce...), ' ')
	default:
		b = append(strconv.AppendInt(append(b, "word"...), int64(index), 10), ' ')
	}
	size := t.size
	if index == t.bigAt {
		size = t.bigBytes
	}
	if missing := size - (len(b) - start); missing > 0 {
		b = append(b, strings.Repeat("x", missing-1)...)
		b = append(b, ' ')
	}
	return b
}

// All returns the whole text. It is never nil: an empty text is an answer too.
func (t *Text) All() []byte {
	b := bytes.NewBuffer([]byte{})
	var piece []byte
	for i := range t.Len() {
		piece = t.Append(piece[:0], i)
		b.Write(piece)
	}
	return b.Bytes()
}
