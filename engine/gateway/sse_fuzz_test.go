package gateway

import (
	"slices"
	"strings"
	"testing"
)

// FuzzEventScanner compares a stream that arrives in any reads with the same stream in one read, and
// with a plain reader of lines.
func FuzzEventScanner(f *testing.F) {
	for _, stream := range streams {
		f.Add(stream.text, uint16(3), uint16(1))
	}
	f.Fuzz(func(t *testing.T, text string, first, step uint16) {
		whole := scanned(text)
		var reads []string
		for rest := text; rest != ""; {
			size := min(len(rest), max(1, int(first)))
			reads, rest = append(reads, rest[:size]), rest[size:]
			first = first/2 + step%7
		}
		if parts := scanned(reads...); !slices.Equal(parts, whole) {
			t.Fatalf("in %d reads: got %q, want %q", len(reads), parts, whole)
		}
		if want := eventsByLines(text); !slices.Equal(whole, want) {
			t.Fatalf("got %q, want %q", whole, want)
		}
	})
}

// eventsByLines follows the text of WHATWG HTML §9.2.6 line by line.
func eventsByLines(text string) (events []string) {
	text = strings.TrimPrefix(text, byteOrderMark)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(text, "\n")
	var data []string
	for _, line := range lines[:len(lines)-1] {
		if line == "" {
			if data != nil {
				joined := strings.Join(data, "\n")
				if len(data) > 1 {
					joined = joined[:min(len(joined), maxJoinedBytes)]
				}
				events = append(events, joined)
			}
			data = nil
			continue
		}
		if name, value, _ := strings.Cut(line, ":"); name == "data" {
			data = append(data, strings.TrimPrefix(value, " "))
		}
	}
	return events
}
