module assay/mock-server

go 1.25.0
