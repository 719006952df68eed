package schedule

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestTrace(t *testing.T) {
	const hour = time.Hour
	t.Run("trace: times count from the first line, and each arrival has the lengths and scenario of its line", func(t *testing.T) {
		read, err := parseTrace(strings.NewReader(`{"timestamp":5000,"input_length":10,"output_length":20,"hash_ids":[1,2]}

{"timestamp":5000.5,"scenario":"chat"}
{"timestamp":7000,"input_length":1,"scenario":"images"}
{"timestamp":7000,"scenario":"chat"}
`), 2, hour)
		if err != nil {
			t.Fatal(err)
		}
		want := []Point{
			{0, Plan{"", 10, 20}}, {250 * time.Microsecond, Plan{"chat", 0, 0}},
			{time.Second, Plan{"images", 1, 0}}, {time.Second, Plan{"chat", 0, 0}},
		}
		schedule := NewReplay(read)
		for n := range want {
			if next, ok := schedule.Next(); !ok || next != want[n] {
				t.Errorf("arrival %d: got %+v, want %+v", n, next, want[n])
			}
		}
		if next, ok := schedule.Next(); ok {
			t.Errorf("got %+v after the last line", next)
		}
	})
	t.Run("trace: lines after the end of the run are not read", func(t *testing.T) {
		read, err := parseTrace(strings.NewReader("{\"timestamp\":0}\n{\"timestamp\":999}\n{\"timestamp\":1000}\ninvalid"), 1, time.Second)
		if err != nil || len(read.ats) != 2 {
			t.Errorf("got %+v, %v", read, err)
		}
	})
	for _, test := range []struct{ name, text, want string }{
		{"invalid JSON", "{\"timestamp\":0}\n{\"timestamp\":", "line 2 is not a trace entry"},
		{"a word for a number", `{"timestamp":"soon"}`, "line 1 is not a trace entry"},
		{"no timestamp", `{"input_length":3}`, `line 1 needs a "timestamp" in ms, 0 or above`},
		{"a decreasing timestamp", "{\"timestamp\":2}\n\n{\"timestamp\":1}", "line 3 has timestamp 1, earlier than 2 in the line above it"},
		{"a length below 0", `{"timestamp":0,"output_length":-1}`, `line 1 needs an "input_length" and an "output_length" from 0 to 1000000`},
		{"a line that is too long", `{"timestamp":0,"x":"` + strings.Repeat("x", maxLineBytes) + `"}`, "line 1: bufio.Scanner: token too long"},
		{"an empty file", "\n\n", "it contains no arrivals"},
	} {
		t.Run("trace: "+test.name+" is reported with its line", func(t *testing.T) {
			if _, err := parseTrace(strings.NewReader(test.text), 1, hour); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	t.Run("trace: a missing file is reported by its name", func(t *testing.T) {
		if _, err := ReadTrace("none.jsonl", 1, hour); err == nil || !strings.Contains(err.Error(), "the trace cannot be read: open none.jsonl") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("trace: an arrival of a long trace needs tens of bytes", func(t *testing.T) {
		const lines = 200_000
		path := filepath.Join(t.TempDir(), "long.jsonl")
		var text strings.Builder
		for n := range lines {
			fmt.Fprintf(&text, "{\"timestamp\":%d,\"input_length\":374,\"output_length\":44,\"scenario\":\"chat\"}\n", n)
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		text.Reset()
		before := heapBytes()
		read, err := ReadTrace(path, 1, hour)
		if err != nil {
			t.Fatal(err)
		}
		if each := (heapBytes() - before) / lines; each > 40 {
			t.Errorf("an arrival needs %d bytes", each)
		}
		runtime.KeepAlive(read)
	})
}

func heapBytes() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
