package answer

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"image"
	"image/png"
	"sync"
)

func newImages(r *Request) *Answer {
	images := make([]object, r.Count)
	digests := make([]string, r.Count)
	for i := range images {
		content := r.Step.Content
		if content == nil {
			content = withComment(drawn(r.Width, r.Height), r.Nonce)
		}
		images[i] = object{"b64_json": content, "mime_type": "image/png", "revised_prompt": r.Prompt}
		digests[i] = digest(content)
	}
	usage := r.usage("input_tokens", "output_tokens", r.Count)
	answer := jsonAnswer(r.encode(object{"created": r.Unix, "data": images, "usage": usage}))
	answer.Usage, answer.ContentSHA256s, answer.After = usage, digests, r.pace().at(r.Words-1)
	return answer
}

func newTranscription(r *Request) *Answer {
	text := newText(r.Step, r.Nonce, r.Credential, r.Words)
	answer := jsonAnswer(nil)
	answer.Text, answer.After = text.All(), r.pace().at(text.Len()-1)
	if r.PlainText {
		answer.Body, answer.ContentType = answer.Text, "text/plain; charset=utf-8"
		return answer
	}
	answer.Usage = r.usage("input_tokens", "output_tokens", text.Len())
	answer.Body = r.encode(object{"text": string(answer.Text), "usage": answer.Usage})
	return answer
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// maxDrawings limits the images that are remembered.
const maxDrawings = 32

var (
	drawings   = map[[2]int][]byte{}
	drawingsMu sync.Mutex
)

// drawn returns a black PNG.
func drawn(width, height int) []byte {
	drawingsMu.Lock()
	defer drawingsMu.Unlock()
	size := [2]int{width, height}
	if drawing := drawings[size]; drawing != nil {
		return drawing
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		panic(err) // a buffer takes any bytes
	}
	if len(drawings) >= maxDrawings {
		clear(drawings)
	}
	drawings[size] = b.Bytes()
	return b.Bytes()
}

// ihdrEnd is where the first chunk of a PNG ends, after the signature.
const ihdrEnd = 8 + 25

// withComment adds a comment to a PNG, so that no two callers get the same bytes.
func withComment(drawing []byte, comment string) []byte {
	data := append([]byte("tEXtComment\x00"), comment...)
	b := append(make([]byte, 0, len(drawing)+len(data)+8), drawing[:ihdrEnd]...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)-4))
	b = append(b, data...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(data))
	return append(b, drawing[ihdrEnd:]...)
}
