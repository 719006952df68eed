package scripttest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUploads(t *testing.T) {
	g := newTarget(t)

	t.Run("an upload: the gateway receives the bytes that the frame describes", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "speech.bin")
		content := bytes.Repeat([]byte("0123456789abcdef"), 9000)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		tap := open(t)
		p := start(t, once(fmt.Sprintf("const big = wav(%d), own = file('%s');", 25<<20, path),
			`for (const file of [big, own]) request({operation:'transcription', url:'`+g.URL+`/upload', parts: [
				{name:'model', value:'m1'}, {name:'file', filename:'speech.wav', type:'audio/wav', file}]})`),
			[]string{"ASSAY_TAP=" + tap.path})
		p.wait()
		r := tap.finished()
		if len(r.exchanges) != 2 {
			t.Fatalf("got %d exchanges: %s", len(r.exchanges), p.output.String())
		}
		for index, size := range []int64{25 << 20, int64(len(content))} {
			x := r.exchanges[index]
			var received struct {
				Size, Length        int64
				Sha256, Name, Model string
			}
			if err := json.Unmarshal(x.body, &received); err != nil {
				t.Fatalf("%v in %q", err, x.body)
			}
			file := x.Request.Files[0]
			if x.Request.Kind != "multipart" || x.Request.Fields[0] != [2]string{"model", "m1"} || file.Field != "file" || file.Filename != "speech.wav" {
				t.Errorf("got the request %+v", x.Request)
			}
			if received.Size != size || file.SizeBytes != size || received.Sha256 != file.Sha256 || received.Length != x.Request.SizeBytes || received.Model != "m1" {
				t.Errorf("the gateway received %+v, the frame describes %+v", received, x.Request)
			}
		}
		digest := sha256.Sum256(content)
		if r.exchanges[1].Request.Files[0].Sha256 != hex.EncodeToString(digest[:]) {
			t.Error("the digest is not that of the file")
		}
	})

	t.Run("an upload rejected while it is sent: the answer is read, not lost", func(t *testing.T) {
		tap := open(t)
		start(t, once("const big = wav(30000000);", `for (let i = 0; i < 40; i++) {
			const answer = request({operation:'transcription', url:'`+g.URL+`/refuse-early', parts: [{name:'file', filename:'a.wav', type:'audio/wav', file: big}]});
			if (answer.status === 413 && answer.field('id') !== 'too-big') throw new Error('no body');
		}`), []string{"ASSAY_TAP=" + tap.path}).wait()
		r := tap.finished()
		lost := map[string]int{}
		for _, x := range r.exchanges {
			if x.Status != 413 || x.Outcome != "answered" {
				lost[x.Outcome+": "+x.Failure]++
			}
		}
		if len(r.exchanges) != 40 || len(lost) > 0 {
			t.Errorf("%d answers, of which these were lost: %v", len(r.exchanges), lost)
		}
	})
}

func TestRequests(t *testing.T) {
	g := newTarget(t)

	t.Run("a request: its headers, group and attempt are in the frame, its key is not", func(t *testing.T) {
		x := runRequest(t, `{operation:'images', url:'`+g.URL+`/json', body:'{}', idempotencyKey:'k1', attempt: 2,
			group: {kind:'key', id:'k1'}, headers: {'x-mine': 'ü'}, credential: 'second'}`)
		var received struct {
			Headers map[string][]string
			Got     string
		}
		_ = json.Unmarshal(x.body, &received)
		if received.Got != "{}" || received.Headers["Idempotency-Key"][0] != "k1" || received.Headers["Content-Type"][0] != "application/json" || received.Headers["Authorization"][0] != "Bearer [API key 2]" {
			t.Errorf("the gateway received %+v", received)
		}
		sent := fmt.Sprint(x.RequestHeaders)
		if !strings.Contains(sent, "[idempotency-key k1]") || !strings.Contains(sent, "[x-mine ü]") || strings.Contains(sent, "authorization") {
			t.Errorf("got the headers %v", sent)
		}
		if x.Attempt != 2 || x.Group == nil || x.Group.Kind != "key" || x.Group.ID != "k1" || x.Credential != "second" || x.Method != "POST" {
			t.Errorf("got %+v", x)
		}
	})

	t.Run("a request with its own Authorization: it is sent, and is not in the frame", func(t *testing.T) {
		x := runRequest(t, `{operation:'chat', url:'`+g.URL+`/json', body:'{}', headers: {authorization: 'Bearer script-key'}}`)
		if !strings.Contains(string(x.body), `"Authorization":["Bearer script-key"]`) || x.Credential != "other" || strings.Contains(fmt.Sprint(x.RequestHeaders), "script-key") {
			t.Errorf("got %s, %v for %s", x.Credential, x.RequestHeaders, x.body)
		}
	})

	for _, method := range []string{"GET", "DELETE"} {
		t.Run("a "+method+": it is sent without a body", func(t *testing.T) {
			x := runRequest(t, `{operation:'video-read', method:'`+method+`', url:'`+g.URL+`/json', credential:'none'}`)
			var received struct {
				Headers map[string][]string
				Got     string
			}
			_ = json.Unmarshal(x.body, &received)
			for _, name := range []string{"Transfer-Encoding", "Content-Length", "Content-Type", "Authorization"} {
				if received.Headers[name] != nil {
					t.Errorf("it has %s: %v", name, received.Headers[name])
				}
			}
			if x.Request.Kind != "none" || received.Got != "" || x.Credential != "none" {
				t.Errorf("got %+v", x)
			}
		})
	}

	t.Run("together: all requests are in flight at the same time, the answers are in order", func(t *testing.T) {
		tap := open(t)
		p := start(t, once("", `const answers = together([300, 100, 200].map((ms) => ({operation:'chat', url:'`+g.URL+`/json?ms=' + ms, body: String(ms)})));
			if (!Array.isArray(answers) || answers.map((a) => a.field('got')).join() !== '300,100,200') throw new Error('out of order');`),
			[]string{"ASSAY_TAP=" + tap.path})
		output := p.wait()
		r := tap.finished()
		if len(r.exchanges) != 3 || strings.Contains(output, "out of order") {
			t.Fatalf("got %d exchanges: %s", len(r.exchanges), output)
		}
		last := max(r.exchanges[0].SendNs, r.exchanges[1].SendNs, r.exchanges[2].SendNs)
		first := min(r.exchanges[0].EndNs, r.exchanges[1].EndNs, r.exchanges[2].EndNs)
		if last > first {
			t.Error("one was sent after another had ended")
		}
	})

	t.Run("an answer: a script sees its status, Retry-After and members", func(t *testing.T) {
		p := start(t, once("", `const a = request({operation:'chat', url:'`+g.URL+`/json', body:'{}', credential:'none'});
			const b = request({operation:'chat', url:'`+g.URL+`/throttle', body:'{}', credential:'none'});
			const values = [a.status, a.outcome, a.field('id'), a.field('nested.n'), a.field('headers'), a.retryAfterSeconds, b.status, b.retryAfterSeconds, b.field('id')];
			console.log(values.map(String).join(' '))`), nil)
		if output := p.wait(); !strings.Contains(output, "200 answered x1 5 undefined undefined 429 7 undefined") {
			t.Error(output)
		}
	})
}

func TestMetrics(t *testing.T) {
	g, tap := newTarget(t), open(t)
	path := filepath.Join(t.TempDir(), "samples.json")
	p := start(t, "import { sleep } from 'k6';"+openLoop("rate: 10, duration: '1s', vus: 10", "", `
		request({operation:'chat', url:'`+g.URL+`/stream?n=4&gap=5', body:'{}', tags: {mine: 'yes'}}); sleep(0.5);
		request({operation:'images', url:'`+g.URL+`/throttle', body:'{}'});
		request({operation:'responses', url:'`+closedPort(t)+`/', body:'{}'});
		request({operation:'transcription', url:'`+g.URL+`/stream?n=4', body:'{}', readBytesPerSecond: 100000});
		const group = {kind: 'key', id: String(Math.random())};
		for (const attempt of [1, 2]) request({operation:'video-create', url:'`+g.URL+`/json', body:'{}', group, attempt});
		endGroup(group);`),
		[]string{"ASSAY_TAP=" + tap.path}, "--out", "json="+path)
	waitForRequests(t, g, 1)
	tap.send(131, `{"rule":"r1","operation":"chat","count":3}`)
	p.wait()
	tap.finished()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type sample struct {
		Type, Metric string
		Data         struct {
			Value float64
			Tags  map[string]string
		}
	}
	by := map[string][]sample{}
	for line := range bytes.Lines(raw) {
		var s sample
		if json.Unmarshal(line, &s) == nil && s.Type == "Point" {
			by[s.Metric+" "+s.Data.Tags["operation"]] = append(by[s.Metric+" "+s.Data.Tags["operation"]], s)
		}
	}
	for _, name := range []string{"gw_ttft", "gw_ttft_from_intended", "gw_first_event", "gw_itl", "gw_itl_max", "gw_tpot",
		"gw_stream_duration", "gw_stream_events", "gw_stream_coalesced", "gw_e2e", "gw_e2e_from_intended", "gw_failed", "http_req_duration"} {
		got := by[name+" chat"]
		if len(got) == 0 || got[0].Data.Tags["scenario"] != "load" || got[0].Data.Tags["mine"] != "yes" || got[0].Data.Tags["name"] != "chat" || got[0].Data.Tags["status"] != "200" {
			t.Errorf("metric %s: got %+v", name, got)
		}
	}
	streams := len(by["gw_ttft chat"])
	coalesced := 0.0
	for _, s := range by["gw_stream_coalesced chat"] {
		coalesced += s.Data.Value
	}
	if gaps := len(by["gw_itl chat"]); streams == 0 || gaps+int(coalesced) != 3*streams {
		t.Errorf("metric gw_itl: %d gaps and %v coalesced of %d streams with 4 tokens", gaps, coalesced, streams)
	}
	if got := by["gw_ttft chat"][0].Data.Value; got < 5 || got > 100 {
		t.Errorf("metric gw_ttft: got %v ms", got)
	}
	if got := by["gw_throttled images"]; len(got) != streams || by["gw_failed images"][0].Data.Value != 0 || by["gw_failed responses"][0].Data.Value != 1 {
		t.Errorf("metric gw_throttled: got %+v", got)
	}
	if by["gw_e2e transcription"] != nil || by["gw_itl transcription"] != nil || len(by["gw_failed transcription"]) != streams {
		t.Errorf("a slow reader: got %+v", by["gw_failed transcription"])
	}
	if e2e, replays := by["gw_e2e video-create"], by["gw_replay video-create"]; len(e2e) != streams || len(replays) != streams {
		t.Errorf("metric gw_replay: got %d, and %d of gw_e2e, of %d keys", len(replays), len(e2e), streams)
	}
	if got := by["gw_violations chat"]; len(got) != 1 || got[0].Data.Value != 3 || got[0].Data.Tags["rule"] != "r1" {
		t.Errorf("metric gw_violations: got %+v", got)
	}
}
