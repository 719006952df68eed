package tap

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"assay/engine/body"
	"assay/engine/framing"
)

// FuzzEncode writes exchanges with any texts: the header is JSON, and reads back as it was.
func FuzzEncode(f *testing.F) {
	f.Add("http://a/b", "chat", "{\"a\":1}", "broken", []byte("data: x\n\n"))
	f.Add("\x00\xff\u2028", "\"", "\\", "\x1b[2J", []byte{})
	f.Fuzz(func(t *testing.T, url, scenario, request, failure string, answer []byte) {
		x := streamedExchange(body.NewBudget(body.DefaultBytes))
		x.Body.Free()
		x.Body.Use(body.NewBudget(body.DefaultBytes))
		for rest := answer; len(rest) > 0; {
			count := copy(x.Body.Room(0), rest)
			x.Body.Extend(count)
			rest = rest[count:]
		}
		x.Request.URL, x.Request.Scenario, x.Request.Body, x.Failure = url, scenario, request, failure
		sink := &heldSink{}
		tap := New()
		tap.Open([]Sink{sink}, func(err error) { t.Error(err) })
		tap.Record(x)
		if err := tap.Close(); err != nil {
			t.Fatal(err)
		}
		reader := bytes.NewReader([]byte(sink.exchange()))
		kind, header, _, err := framing.Read(reader, framing.MaxBytes)
		if err != nil || kind != frameExchange {
			t.Fatalf("type %d: %v", kind, err)
		}
		var read struct {
			URL, Scenario string
			SizeBytes     int
		}
		if err := json.Unmarshal(header, &read); err != nil {
			t.Fatalf("%v in %q", err, header)
		}
		if read.URL != asJSON(url) || read.Scenario != asJSON(scenario) || read.SizeBytes != len(answer) {
			t.Fatalf("got %+v", read)
		}
		if sent := sink.exchange(); sent[len(sent)-len(answer):] != string(answer) {
			t.Fatalf("the body is %q", sent[len(sent)-len(answer):])
		}
		if _, _, _, err := framing.Read(reader, framing.MaxBytes); err != io.EOF {
			t.Fatalf("after the frame: %v", err)
		}
	})
}

// asJSON returns a text as it is after JSON: bytes that are not UTF-8 become U+FFFD.
func asJSON(text string) string {
	encoded, _ := json.Marshal(text)
	var decoded string
	_ = json.Unmarshal(encoded, &decoded)
	return decoded
}
