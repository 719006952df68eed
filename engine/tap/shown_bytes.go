package tap

import (
	"fmt"
	"strings"
)

// maxShownBytes limits what is shown of an answer that is not HTTP.
const maxShownBytes = 200

// shownBytes returns the start of a text as printable ASCII, as src/exchange/shown-bytes.ts does.
func shownBytes(text string) string {
	var b strings.Builder
	for i := range min(len(text), maxShownBytes) {
		switch c := text[i]; {
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\n':
			b.WriteString(`\n`)
		case c >= ' ' && c <= '~':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	if len(text) > maxShownBytes {
		b.WriteString("…")
	}
	return b.String()
}
