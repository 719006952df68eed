package transport

import (
	"strings"
	"testing"
)

func TestHeadScanInPieces(t *testing.T) {
	const lf = "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nX-Odd: 1\nContent-Length: 2\r\n\r\nhi"
	const good = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nline\nTransfer-Encoding: chunked"
	for _, test := range []struct{ name, received, shows string }{
		{"a lone LF", lf, "LF alone"},
		{"a lone LF in the body only", good, ""},
	} {
		for size := 1; size <= len(test.received); size++ {
			scan, ended := &headScan{}, false
			for rest := test.received; rest != "" && !ended; {
				piece := rest[:min(size, len(rest))]
				rest = rest[len(piece):]
				ended = scan.take([]byte(piece))
			}
			if !ended {
				t.Errorf("%s, in pieces of %d bytes: the head did not end", test.name, size)
			}
			if (scan.err == nil) != (test.shows == "") || scan.err != nil && !strings.Contains(scan.err.Error(), test.shows) {
				t.Errorf("%s, in pieces of %d bytes: got %v", test.name, size, scan.err)
			}
		}
	}
}
