package gateway

import (
	"encoding/json"
	"os"
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

func TestKindOfToken(t *testing.T) {
	text, err := os.ReadFile("testdata/tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	// The judging process has the same table.
	var rows [][3]string
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]tokenKind{"": noToken, "text": textToken, "arguments": argumentsToken}
	for _, row := range rows {
		check := contentCheck{operation: row[0]}
		if got := check.kindOf([]byte(row[1])); got != kinds[row[2]] {
			t.Errorf("token: %s %s is %v", row[0], row[1], got)
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
		want tokenKind
	}{
		{chunk(`{"content":""}`), noToken},
		{chunk(`{"content":"a"}`), textToken},
		{chunk(`{"content":"b\""}`), textToken},
		{chunk(`{"content":""}`), noToken},
		{chunk(`{"content":null}`), noToken},
		{chunk(`{"content":5}`), noToken},
		{chunk(`{"content":"a"}`), textToken},
		{`{"id":"a","choices":[{"index":0,"delta":{"content":"cut`, noToken},
		{`{"id":"a","choices":[{"index":0,"delta":{"content":"`, noToken},
		{`{"id":"a","choices":[{"index":0,"delta":{"refusal":"no"}},{"delta":{"content":"b"}}]}`, textToken},
		{`{"id":"b","choices":[{"index":0,"delta":{"content":"c"}}]}`, textToken},
		{chunk(`{"content":"a","tool_calls":[{"function":{"arguments":"{"}}]}`), argumentsToken},
		{chunk(`{"tool_calls":[{"index":0,"function":{"arguments":""}}]}`), noToken},
		{chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"{"}}]}`), argumentsToken},
		{chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}`), argumentsToken},
		{chunk(`{"tool_calls":[{"index":0,"function":{"arguments":""}}]}`), noToken},
		{chunk(`{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]}`), argumentsToken},
		{chunk(`{"content":"b"}`), textToken},
		{`[DONE]`, noToken},
	} {
		if got := check.kindOf([]byte(test.data)); got != test.want {
			t.Errorf("content: %s is %v", test.data, got)
		}
	}
}
