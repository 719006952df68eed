package gateway

import (
	"slices"
	"strings"
	"testing"
)

// scanned returns the data of all events of a stream that arrives in these reads.
func scanned(reads ...string) (events []string) {
	scanner := eventScanner{onEvent: func(data []byte) error {
		events = append(events, string(data))
		return nil
	}}
	var open []byte
	for _, read := range reads {
		open = append(slices.Clip(open), read...) // moves the bytes, as a new chunk does
		if scanner.scan(open) != nil {
			return nil
		}
		open = open[len(open)-scanner.open:]
	}
	return events
}

var streams = []struct {
	name, text string
	want       []string
}{
	{"LF ends lines", "data: a\n\ndata: b\n\n", []string{"a", "b"}},
	{"CRLF ends lines", "data: a\r\n\r\ndata: b\r\n\r\n", []string{"a", "b"}},
	{"CRLF is one line end", "data: a\r\ndata: b\r\n\r\n", []string{"a\nb"}},
	{"CR ends lines", "data: a\r\rdata: b\r\r", []string{"a", "b"}},
	{"line ends are mixed", "data: a\r\n\ndata: b\n\r\ndata: c\r\r\n", []string{"a", "b", "c"}},
	{"data lines are joined", "data: a\ndata:b\ndata\ndata:  c\n\n", []string{"a\nb\n\n c"}},
	{"comments and other fields are skipped", ": ping\n\nevent: x\nid: 1\nretry: 5\ndata: a\n:x\n\n", []string{"a"}},
	{"a field name that only starts with data is another field", "datax: a\ndata: b\ndat: c\n\n", []string{"b"}},
	{"an event without data is not dispatched", "event: x\n\n\n\ndata: a\n\n", []string{"a"}},
	{"an empty data field is an event", "data\n\ndata:\n\n", []string{"", ""}},
	{"a byte order mark is skipped", "\xef\xbb\xbfdata: a\n\n", []string{"a"}},
	{"an incomplete event is not dispatched", "data: a\n\ndata: b\n", []string{"a"}},
	{"characters of several bytes are not split", "data: é€😀\n\n", []string{"é€😀"}},
}

func TestEventScanner(t *testing.T) {
	for _, stream := range streams {
		t.Run("events: "+stream.name+", for any boundary between reads", func(t *testing.T) {
			for cut := range len(stream.text) + 1 {
				if got := scanned(stream.text[:cut], stream.text[cut:]); !slices.Equal(got, stream.want) {
					t.Fatalf("cut at %d: got %q, want %q", cut, got, stream.want)
				}
			}
			if got := scanned(strings.Split(stream.text, "")...); !slices.Equal(got, stream.want) {
				t.Fatalf("byte by byte: got %q, want %q", got, stream.want)
			}
		})
	}

	t.Run("events: nothing is dispatched after the reader has stopped", func(t *testing.T) {
		count := 0
		scanner := eventScanner{onEvent: func([]byte) error {
			if count++; count == 2 {
				return errDisconnected
			}
			return nil
		}}
		if err := scanner.scan([]byte("data: a\n\ndata: b\n\ndata: c\n\n")); err != errDisconnected || count != 2 {
			t.Errorf("got %d events and %v", count, err)
		}
	})
	t.Run("events: only the start of many data lines is joined", func(t *testing.T) {
		lines := strings.Repeat("data: 0123456789\n", maxJoinedBytes/10)
		if events := scanned(lines + "\n"); len(events) != 1 || len(events[0]) != maxJoinedBytes {
			t.Errorf("got %d events, the first of %d bytes", len(events), len(events[0]))
		}
	})
}

func TestHasContent(t *testing.T) {
	for _, test := range []struct {
		operation, data string
		want            bool
	}{
		{"chat", `{"choices":[{"delta":{"content":"a"}}]}`, true},
		{"chat", `{"choices":[{"delta":{"content":""}}]}`, false},
		{"chat", `{"choices":[{"delta":{"content":null}}]}`, false},
		{"chat", `{"choices":[{"delta":{"role":"assistant"}},{"delta":{"content":"b"}}]}`, true},
		{"chat", `{"choices":[],"usage":{}}`, false},
		{"chat", `{"choices":[{"delta":{"content":5}}]}`, false},
		{"chat", `[DONE]`, false},
		{"chat", `{"choices":[{"delta":{"content":"cut`, false},
		{"responses", `{"type":"response.output_text.delta","delta":"a"}`, true},
		{"responses", `{"type":"response.output_text.delta","delta":""}`, false},
		{"responses", `{"type":"response.output_text.done","delta":"a"}`, false},
		{"images", `{"choices":[{"delta":{"content":"a"}}]}`, false},
	} {
		check := contentCheck{operation: test.operation}
		if got := check.has([]byte(test.data)); got != test.want {
			t.Errorf("content: %s %s is %v", test.operation, test.data, got)
		}
	}
}

func TestContentOfSuccessiveEvents(t *testing.T) {
	check := contentCheck{operation: "chat"}
	chunk := func(delta string) string {
		return `{"id":"a","choices":[{"index":0,"delta":` + delta + `}]}`
	}
	for _, test := range []struct {
		data string
		want bool
	}{
		{chunk(`{"content":""}`), false},
		{chunk(`{"content":"a"}`), true},
		{chunk(`{"content":"b\""}`), true},
		{chunk(`{"content":""}`), false},
		{chunk(`{"content":null}`), false},
		{chunk(`{"content":5}`), false},
		{chunk(`{"content":"a"}`), true},
		{`{"id":"a","choices":[{"index":0,"delta":{"content":"cut`, false},
		{`{"id":"a","choices":[{"index":0,"delta":{"content":"`, false},
		{`{"id":"a","choices":[{"index":0,"delta":{"refusal":"no"}},{"delta":{"content":"b"}}]}`, true},
		{`{"id":"b","choices":[{"index":0,"delta":{"content":"c"}}]}`, true},
		{`[DONE]`, false},
	} {
		if got := check.has([]byte(test.data)); got != test.want {
			t.Errorf("content: %s is %v", test.data, got)
		}
	}
}
